// @ts-check
// Disputes: the player's own, those of the house, and one of them with its decision.

import { get, post, remove, problemOf } from "./api.js";
import { h, money, person, plain, redraw, sentence } from "./dom.js";
import { tellProblem, toast, whyButton } from "./why.js";

/** @typedef {(what: "decision" | "approvals" | "rejections", body: any) => Promise<unknown>} Act */

const STAFF = ["supervisor", "shift_manager", "auditor"];
/** @type {Record<string, string>} */
const STATUS = { open: "Open", waiting: "Awaiting approval", decided: "Decided", withdrawn: "Withdrawn" };
/** @type {Record<string, string>} */
const OUTCOMES = { upheld: "Upheld", dismissed: "Dismissed" };
/** @type {Record<string, string>} */
const STEPS = {
  proposed: "Decision proposed",
  decided: "Decided",
  approved: "Decision approved",
  rejected: "Decision rejected",
  withdrawn: "Withdrawn by the player",
  read: "Answer read by the player",
};

/** @param {number} at */
const when = (at) =>
  new Date(at * 1000).toLocaleString([], {
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
  });

/**
 * Text of several lines as it was written.
 * @param {string} text
 */
const lines = (text) => text.split("\n").map((line, n) => [n > 0 && h("br", {}), h("bdi", {}, line)]);

/** @param {string} status */
const tag = (status) => h("span", { class: `tag dispute-${status}` }, STATUS[status] ?? plain(status));

/** @param {any} one */
function row(one) {
  return h(
    "li",
    { class: "dispute-row" },
    h("a", { href: `/disputes/${one.id}` }, h("bdi", {}, one.name), `, round ${one.round}`),
    " ",
    tag(one.status),
    one.decision &&
      h(
        "span",
        {},
        ` ${OUTCOMES[one.decision.outcome]}` +
          `${one.decision.amount ? `, ${money(one.decision.amount)} paid` : ""}`,
      ),
    h("p", { class: "small" }, h("bdi", {}, one.by), `, ${when(one.at)}`),
    h("p", { class: "dispute-said" }, h("bdi", {}, one.statement)),
  );
}

/** The disputes of the person who looks, for their own page; nothing if there are none. */
export async function myDisputes() {
  const { disputes } = await get("/me/disputes");
  if (!disputes.length) return null;
  return h(
    "section",
    { class: "my-disputes" },
    h("h2", {}, "Disputes"),
    h("ul", { class: "disputes" }, disputes.map(row)),
  );
}

/**
 * `/disputes`: those of the house for staff, your own for a player.
 * @param {Page.Me} me
 */
export async function disputesPage(me) {
  const isStaff = STAFF.includes(me.role);
  const list = h("ul", { class: "disputes" });
  const note = h("p", { class: "small", role: "status" });
  const status = h(
    "select",
    { id: "status", "aria-label": "Status", onchange: () => load(true) },
    [["", "All"], ...Object.entries(STATUS)].map(([value, text]) => h("option", { value }, text)),
  );
  /** @type {number | null} */
  let next = null;
  /** @param {boolean} fresh */
  const load = async (fresh) => {
    try {
      const query = new URLSearchParams({ status: status.value, limit: "50" });
      if (!fresh && next !== null) query.set("before", String(next));
      const told = isStaff ? await get(`/disputes?${query}`) : { ...(await get("/me/disputes")), next: null };
      next = told.next;
      if (fresh) redraw(list, told.disputes.map(row));
      else list.append(...told.disputes.map(row));
      more.hidden = next === null;
      note.textContent = list.childElementCount
        ? ""
        : isStaff
          ? "No disputes."
          : "You have no disputes. A finished round can be " +
            "disputed from its evidence, in the history of the table.";
    } catch (problem) {
      tellProblem(problem);
    }
  };
  const more = h(
    "button",
    { type: "button", class: "quiet", hidden: true, onclick: () => load(false) },
    "Older disputes",
  );
  await load(true);
  return h(
    "div",
    { class: "page" },
    h(
      "header",
      { class: "page-head" },
      h("h1", {}, isStaff ? "Disputes" : "Your disputes"),
      h(
        "div",
        { class: "tools" },
        isStaff && status,
        ["shift_manager", "auditor"].includes(me.role) &&
          h(
            "a",
            { class: "quiet", id: "disputes-csv", href: "/api/v1/disputes.csv", download: "disputes.csv" },
            "CSV",
          ),
      ),
    ),
    note,
    list,
    more,
  );
}

/** @param {any} one */
function decisionView(one) {
  const { decision } = one;
  if (!decision) return null;
  return h(
    "section",
    { class: "dispute-answer" },
    h("h2", {}, one.status === "decided" ? "The answer" : "Proposed decision"),
    h(
      "p",
      { class: "outcome-line" },
      h("strong", {}, OUTCOMES[decision.outcome]),
      decision.amount > 0 &&
        ` · ${money(decision.amount)} ` +
          `${one.status === "decided" ? "was paid to" : "to be paid to"} ${one.by}`,
    ),
    h("blockquote", {}, lines(decision.reason)),
    h(
      "p",
      {},
      `Clause ${decision.clause}: ${decision.gist} `,
      whyButton(one.book, decision.clause, { label: "§" }),
    ),
    h(
      "p",
      { class: "small" },
      "By ",
      person(decision.by, one.badges),
      decision.approved_by && [", approved by ", person(decision.approved_by, one.badges)],
      `, ${when(decision.at)}`,
      one.read && ` · read by the player ${when(one.read)}`,
    ),
  );
}

/** @param {any} one */
function stepList(one) {
  if (!one.steps.length) return null;
  return h(
    "section",
    {},
    h("h2", {}, "Steps"),
    h(
      "ol",
      { class: "dispute-steps" },
      one.steps.map((/** @type {any} */ step) =>
        h(
          "li",
          {},
          h("strong", {}, STEPS[step.kind] ?? plain(step.kind)),
          " ",
          h("span", { class: "small" }, person(step.by, one.badges), `, ${when(step.at)}`),
          step.outcome &&
            h(
              "p",
              { class: "small" },
              `${OUTCOMES[step.outcome]} under ${step.clause}${step.amount ? `, ${money(step.amount)}` : ""}`,
            ),
          step.reason && h("p", { class: "small" }, lines(step.reason)),
        ),
      ),
    ),
  );
}

/**
 * @param {any} one
 * @param {Act} act
 */
function decideForm(one, act) {
  /**
   * @param {string} value
   * @param {string} text
   */
  const outcome = (value, text) =>
    h(
      "label",
      { class: "remedy" },
      h("input", { type: "radio", name: "outcome", value, required: true }),
      text,
    );
  const amount = h("input", {
    id: "amount",
    type: "number",
    min: 0,
    step: "0.01",
    value: "0",
    class: "short",
  });
  return h(
    "form",
    {
      class: "dispute-form card-form",
      onsubmit: (event) => {
        event.preventDefault();
        const form = event.target;
        act("decision", {
          outcome: form.outcome.value,
          clause: form.clause.value.trim(),
          reason: form.reason.value,
          amount: Math.round(Number(amount.value || 0) * 100),
        });
      },
    },
    h("h2", {}, "Decide"),
    h(
      "fieldset",
      {},
      h("legend", {}, "Outcome"),
      outcome("upheld", "Upheld: the player is right"),
      outcome("dismissed", "Dismissed: the result stands"),
    ),
    h("label", { for: "clause" }, "Clause of the book"),
    h("input", {
      id: "clause",
      name: "clause",
      required: true,
      maxlength: 40,
      value: one.decides.clause === "not in the text" ? "" : one.decides.clause,
    }),
    h("label", { for: "decision-reason" }, "Reason, which the player reads"),
    h("textarea", { id: "decision-reason", name: "reason", required: true, maxlength: 2000, rows: 5 }),
    h("label", { for: "amount" }, "Amount to pay the player"),
    amount,
    h(
      "p",
      { class: "small" },
      one.stands
        ? [sentence(one.stands.why), " ", whyButton(one.book, one.stands.clause, { label: "§" })]
        : "A payment needs a second approval, by a supervisor who had no part in the round.",
    ),
    h("p", { class: "end" }, h("button", { type: "submit", class: "primary" }, "Decide")),
  );
}

/**
 * @param {any} one
 * @param {Page.Me} me
 * @param {Act} act
 */
function approveForm(one, me, act) {
  const reason = h("input", {
    id: "rejection",
    maxlength: 2000,
    "aria-label": "Reason for a rejection",
    placeholder: "Reason, to reject it",
  });
  const isOwn = one.decision?.by === me.name;
  return h(
    "div",
    { class: "dispute-form card-form" },
    h("h2", {}, isOwn ? "Awaiting a second approval" : "Second approval"),
    isOwn &&
      h(
        "p",
        {},
        "Another person who had no part in the round must approve this decision. You may take it back.",
      ),
    !isOwn &&
      h(
        "p",
        {},
        h(
          "button",
          { type: "button", class: "primary", id: "approve", onclick: () => act("approvals", {}) },
          `Approve and pay ${money(one.decision.amount)}`,
        ),
      ),
    h(
      "p",
      { class: "decision" },
      reason,
      h(
        "button",
        { type: "button", id: "reject", onclick: () => act("rejections", { reason: reason.value }) },
        isOwn ? "Take it back" : "Reject",
      ),
    ),
  );
}

/**
 * What the person who looks may do: decide, approve, withdraw, or why not.
 * @param {any} one
 * @param {Page.Me} me
 * @param {Act} act
 * @param {() => unknown} withdraw
 */
function choices(one, me, act, withdraw) {
  if (one.may_decide?.refused) {
    return (
      ["open", "waiting"].includes(one.status) &&
      !one.mine &&
      h(
        "p",
        { class: "evidence-note", role: "note" },
        sentence(one.may_decide.refused),
        " ",
        whyButton(one.book, one.may_decide.clause, { label: "§" }),
      )
    );
  }
  if (one.may_decide && one.status === "open") return decideForm(one, act);
  if (one.may_decide && one.status === "waiting") return approveForm(one, me, act);
  if (one.mine && one.status === "open") {
    return h(
      "p",
      { class: "row" },
      h(
        "span",
        { class: "small" },
        `It is decided by a ${one.decides.rank} or above who had no part ` +
          `in the round. The answer appears here and at the top of every page. `,
      ),
      h(
        "button",
        { type: "button", class: "quiet", id: "withdraw", onclick: withdraw },
        "Withdraw the dispute",
      ),
    );
  }
  return null;
}

/**
 * `/disputes/<id>`.
 * @param {string} id
 * @param {Page.Me} me
 */
export async function disputePage(id, me) {
  const page = h("div", { class: "page dispute" });
  /** @type {`/disputes/${string}`} */
  const path = `/disputes/${encodeURIComponent(id)}`;
  /** @param {any} one */
  const draw = (one) => {
    document.title = `Dispute of round ${one.round} · Pitboss`;
    redraw(
      page,
      h(
        "header",
        { class: "page-head" },
        h(
          "div",
          {},
          h("h1", {}, `Dispute of round ${one.round}`),
          h("p", {}, h("bdi", {}, one.name), ` · ${one.title} `, tag(one.status)),
        ),
        h(
          "div",
          { class: "tools not-printed" },
          h("a", { class: "quiet", href: "/disputes" }, "All disputes"),
          h("a", { class: "quiet", href: `/evidence/${one.table}/${one.round}` }, "Evidence now"),
        ),
      ),
      h(
        "section",
        { class: "dispute-statement" },
        h("h2", {}, "The statement"),
        h("blockquote", {}, lines(one.statement)),
        h("p", { class: "small" }, person(one.by, one.badges), `, ${when(one.at)}`),
        h(
          "p",
          {},
          h("a", { href: `/disputes/${one.id}/papers`, id: "papers" }, "The papers"),
          h(
            "span",
            { class: "small" },
            ": the evidence as it was at that moment. SHA-256 ",
            h("span", { class: "hash" }, one.papers),
          ),
        ),
      ),
      decisionView(one),
      choices(one, me, act, withdraw),
      stepList(one),
    );
    if (one.mine && one.status === "decided" && !one.read) post(`${path}/read`, {}).catch(() => {});
  };
  /**
   * @param {"decision" | "approvals" | "rejections"} what
   * @param {any} body
   */
  const act = async (what, body) => {
    try {
      draw(await post(`${path}/${what}`, body));
      toast(what === "decision" ? "Recorded." : "Done.");
    } catch (problem) {
      tellProblem(problem);
    }
  };
  const withdraw = async () => {
    try {
      draw(await remove(path));
    } catch (problem) {
      tellProblem(problem);
    }
  };
  try {
    draw(await get(path));
  } catch (problem) {
    redraw(
      page,
      h("h1", {}, "Dispute"),
      h("p", {}, sentence(problemOf(problem).why ?? String(problem))),
      h("p", {}, h("a", { href: "/disputes" }, "All disputes")),
    );
  }
  return page;
}
