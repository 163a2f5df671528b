// @ts-check
// Where you are signed in: each session with its device, address and last use, and signing out there.

import { get, post, remove } from "./api.js";
import { h, redraw } from "./dom.js";
import { tellProblem } from "./why.js";

/** @param {number} at */
const when = (at) =>
  new Date(at * 1000).toLocaleString([], {
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
  });

/** The sessions of this account, and the two ways to end them. */
export function devices() {
  const body = h("tbody", {});
  const load = async () => {
    try {
      redraw(body, (await get("/sessions")).sessions.map(row));
    } catch (problem) {
      tellProblem(problem);
    }
  };
  /**
   * @param {"/sessions" | `/sessions/${string}`} path
   * @param {() => unknown} then
   */
  const leaving = (path, then) => async () => {
    try {
      await remove(path);
      then();
    } catch (problem) {
      tellProblem(problem);
    }
  };
  const home = () => location.assign("/");
  /** @param {any} one */
  const row = (one) =>
    h(
      "tr",
      { "data-session": one.id },
      h(
        "th",
        { scope: "row" },
        one.device,
        one.current && [" ", h("span", { class: "badge" }, "this device")],
      ),
      h("td", {}, one.address || "unknown"),
      h("td", {}, when(one.seen)),
      h("td", {}, when(one.ends)),
      h(
        "td",
        {},
        h(
          "button",
          {
            type: "button",
            class: "quiet",
            "aria-label": `Sign out ${one.device}, last used ${when(one.seen)}`,
            onclick: leaving(`/sessions/${one.id}`, one.current ? home : load),
          },
          "Sign out",
        ),
      ),
    );
  load();
  return h(
    "section",
    { class: "my-devices", "aria-labelledby": "devices-title" },
    h("h2", { id: "devices-title" }, "Where you are signed in"),
    h(
      "div",
      { class: "scrolls", tabindex: 0, role: "region", "aria-label": "Where you are signed in" },
      h(
        "table",
        { class: "coach-table" },
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            ["Device", "Address", "Last used", "Ends at the latest", "Sign out"].map((text) =>
              h("th", { scope: "col" }, text),
            ),
          ),
        ),
        body,
      ),
    ),
    h(
      "p",
      {},
      h(
        "button",
        { type: "button", id: "sign-out-everywhere", onclick: leaving("/sessions", home) },
        "Sign out everywhere",
      ),
    ),
  );
}

/**
 * A name of one's own for a person who kept an account under a guest's name; nothing for others.
 * @param {Page.Me} me
 */
export function nameForm(me) {
  if (me.guest || !/^Guest \d+$/.test(me.name)) return null;
  const name = h("input", {
    id: "own-name",
    name: "name",
    required: true,
    maxlength: 24,
    autocomplete: "username",
  });
  return h(
    "form",
    {
      class: "roles",
      onsubmit: async (event) => {
        event.preventDefault();
        try {
          await post("/me/name", { name: name.value });
          location.reload();
        } catch (problem) {
          tellProblem(problem);
        }
      },
    },
    h("label", { for: "own-name" }, `Name instead of ${me.name}`),
    name,
    h("button", { type: "submit" }, "Choose"),
  );
}
