// @ts-check
// The evidence of a finished round as a page to read and to print: everything is from the signed pack.

import { get, post, problemOf } from "./api.js";
import { h, money, person, plain, redraw, signed } from "./dom.js";
import { tellProblem } from "./why.js";

/** @type {Record<string, string>} */
const SIGNS = { s: "♠", h: "♥", d: "♦", c: "♣" };
const AMOUNTS = new Set(["Stake", "Returned", "Net"]);
/** @type {Record<string, string>} */
const RESULTS = { win: "won", lose: "lost", stand_off: "stand off", void: "void", returned: "returned" };

/**
 * A card as it is written: 10♥ in red; one that is sealed has no face yet.
 * @param {string} card
 */
function cardText(card) {
  if (card.startsWith("#")) return h("span", { class: "evidence-card sealed" }, "sealed");
  const suit = card.slice(-1);
  const rank = card[0] === "T" ? "10" : card[0];
  return h(
    "span",
    { class: "hd".includes(suit) ? "evidence-card red" : "evidence-card" },
    `${rank}${SIGNS[suit] ?? ""}`,
  );
}

/** @param {number} microseconds */
const at = (microseconds) => new Date(microseconds / 1000);
/** @param {number} microseconds */
const day = (microseconds) =>
  at(microseconds).toLocaleDateString([], { day: "numeric", month: "long", year: "numeric" });
/** @param {number} microseconds */
const clock = (microseconds) =>
  at(microseconds).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", second: "2-digit" });

/**
 * Rows of a name and a value; those without a value are left out.
 * @param {[string, Page.Child][]} rows
 */
function facts(rows) {
  return h(
    "dl",
    { class: "evidence-facts" },
    rows
      .filter(([, value]) => value !== null && value !== undefined && value !== "")
      .map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, value))),
  );
}

/**
 * @param {string} label
 * @param {string[]} head
 * @param {Page.Child[][]} rows
 */
function grid(label, head, rows, more = {}) {
  return h(
    "div",
    { class: "scrolls", tabindex: 0, role: "region", "aria-label": label },
    h(
      "table",
      { class: "evidence-table", ...more },
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          head.map((name) => h("th", { scope: "col", class: AMOUNTS.has(name) ? "number" : null }, name)),
        ),
      ),
      h("tbody", {}, rows),
    ),
  );
}

/**
 * Every card in the order in which it was dealt, by where it went.
 * @param {any} pack
 */
function cardList(pack) {
  const cards = pack.entries
    .map((/** @type {any} */ { event }) => event)
    .filter(
      (/** @type {any} */ event) =>
        ["CardDealt", "CardBurned", "CardHeld", "CardRemoved"].includes(event.event) && event.card !== "XX",
    );
  /** @param {any} event */
  const to = (event) =>
    event.event === "CardBurned"
      ? "burned"
      : event.event === "CardHeld"
        ? "held"
        : event.event === "CardRemoved"
          ? "removed"
          : !event.box
            ? "dealer"
            : event.hand > 1
              ? `box ${event.box}, hand ${event.hand}`
              : `box ${event.box}`;
  return h(
    "ol",
    { class: "evidence-cards" },
    cards.map((/** @type {any} */ event) =>
      h("li", {}, cardText(event.card), " ", h("span", { class: "small" }, to(event))),
    ),
  );
}

/** @param {any} pack */
function account(pack) {
  const { wagers, players } = pack.account;
  const rows = wagers.map((/** @type {any} */ wager) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, person(wager.player, badges(pack))),
      h("td", {}, place(wager.on)),
      h("td", {}, plain(wager.kind)),
      h("td", { class: "number" }, money(wager.stake)),
      h("td", {}, RESULTS[wager.result] ?? plain(wager.result)),
      h("td", { class: "number" }, money(wager.returned)),
      h("td", { class: "number" }, signed(wager.returned - wager.stake)),
      h("td", {}, wager.under),
    ),
  );
  const nets = players.map((/** @type {any} */ { name, net }) =>
    h("li", {}, person(name, badges(pack)), " ", h("strong", {}, signed(net))),
  );
  return [
    grid("Wagers", ["Player", "Place", "Wager", "Stake", "Result", "Returned", "Net", "Clause"], rows),
    h("ul", { class: "evidence-nets", "aria-label": "Result of each account" }, nets),
  ];
}

/**
 * `b3` or `b3.2` of a history, in words.
 * @param {any} on
 */
function place(on) {
  const [, box, hand] = /^b(\d+)(?:\.(\d+))?/.exec(on) ?? [null, on, null];
  return hand && hand !== "1" ? `Box ${box}, hand ${hand}` : `Box ${box}`;
}

/** @param {any} pack */
function badges(pack) {
  return Object.fromEntries(Object.entries(pack.people).filter(([, role]) => role !== "player"));
}

/** @param {any} pack */
function eventRows(pack) {
  const texts = new Map(pack.sentences.map((/** @type {any} */ { n, text }) => [n, text]));
  return pack.entries.map((/** @type {any} */ entry) =>
    h(
      "tr",
      { "data-entry": entry.n },
      h("td", { class: "evidence-n" }, String(entry.n)),
      h("td", { class: "evidence-time" }, clock(entry.at)),
      h("td", { class: "evidence-says" }, texts.get(entry.n)),
      h("td", { class: "evidence-by" }, person(entry.actor, badges(pack))),
      h(
        "td",
        { class: "evidence-clause" },
        pack.clauses[entry.event.under] === undefined ? "" : entry.event.under,
      ),
    ),
  );
}

/**
 * Who ruled, and who approved it: from the log and, for two people, from the house's own record.
 * @param {any} pack
 */
function rulings(pack) {
  const ruled = pack.entries.filter((/** @type {any} */ { event }) =>
    ["SupervisorRuled", "RoundVoided", "HandVoided", "IrregularityNoted"].includes(event.event),
  );
  if (!ruled.length && !pack.approvals.length) return h("p", {}, "No ruling was given in this round.");
  const texts = new Map(pack.sentences.map((/** @type {any} */ { n, text }) => [n, text]));
  const known = badges(pack);
  /** @param {any} event */
  const second = (event) => event.approved_by ?? event.second;
  return [
    h(
      "ul",
      { class: "evidence-rulings" },
      ruled.map((/** @type {any} */ { n, event, actor }) =>
        h(
          "li",
          {},
          `${texts.get(n)} `,
          h(
            "span",
            { class: "small" },
            `Entry ${n}, clause ${event.under}. By `,
            person(event.by ?? actor, known),
            second(event) && [", approved by ", person(second(event), known)],
          ),
        ),
      ),
    ),
    pack.approvals.length > 0 &&
      grid(
        "Approvals",
        ["Ruling", "Reason", "Ordered by", "Approved by", "Reported"],
        pack.approvals.map((/** @type {any} */ one) =>
          h(
            "tr",
            {},
            h("th", { scope: "row" }, plain(one.what)),
            h("td", { class: "evidence-reason" }, one.reason),
            h("td", {}, person(one.by, known)),
            h("td", {}, person(one.second, known)),
            h("td", {}, clock(one.at)),
          ),
        ),
      ),
  ];
}

/** @param {any} shoe */
function shoeView(shoe) {
  /** @param {string} name */
  const find = (name) =>
    shoe.links
      .map((/** @type {any} */ { entry }) => entry)
      .find((/** @type {any} */ { event }) => event.event === name);
  const [seal, cut, seeds, reveal] = ["ShoeSealed", "ShoeCut", "SeedsMixed", "ShoeRevealed"].map(find);
  return h(
    "section",
    { class: "evidence-shoe" },
    h("h3", {}, `Shoe ${shoe.shoe}`),
    facts([
      ["Seal", h("span", { class: "hash" }, seal.event.commitment)],
      ["Sealed", `entry ${seal.n}, ${day(seal.at)}, ${clock(seal.at)}`],
      ["Cut", cut ? `${cut.event.depth} cards deep` : "not cut"],
      [
        "Seeds",
        seeds && seeds.event.seeds.length
          ? seeds.event.seeds.map((/** @type {any} */ [name, seed]) => `${name}: ${seed}`).join(", ")
          : "none given",
      ],
      ["Cards dealt before this round", shoe.out >= 0 ? String(shoe.out) : null],
      [
        "Secret",
        reveal
          ? h("span", { class: "hash" }, reveal.event.secret)
          : "not published yet: this shoe is still in play",
      ],
      ["Published", reveal ? `entry ${reveal.n}, ${day(reveal.at)}, ${clock(reveal.at)}` : null],
    ]),
  );
}

/**
 * The dialog in which a player of the round writes what they dispute.
 * @param {string} table
 * @param {string} round
 */
function disputeDialog(table, round) {
  const statement = h("textarea", { id: "statement", required: true, maxlength: 2000, rows: 7 });
  const dialog = h("dialog", { class: "why", "aria-labelledby": "dispute-title" });
  dialog.append(
    h(
      "form",
      {
        class: "inside dispute-form",
        onsubmit: async (event) => {
          event.preventDefault();
          try {
            const made = await post(`/tables/${table}/rounds/${round}/disputes`, {
              statement: statement.value,
            });
            location.assign(`/disputes/${made.id}`);
          } catch (problem) {
            tellProblem(problem);
          }
        },
      },
      h("h2", { id: "dispute-title" }, `Dispute round ${round}`),
      h("label", { for: "statement" }, "What happened, and what should have happened?"),
      statement,
      h(
        "p",
        { class: "small" },
        "The evidence of the round is attached as it is now. " +
          "Your statement cannot be changed or removed afterwards.",
      ),
      h(
        "p",
        { class: "end" },
        h("button", { type: "button", class: "quiet", onclick: () => dialog.close() }, "Cancel"),
        h("button", { type: "submit", class: "primary" }, "Open the dispute"),
      ),
    ),
  );
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

/**
 * The whole page of a pack; `where` is what its file is fetched from, `tools` stand at its head.
 * @param {any} pack
 * @param {string} where
 * @param {Page.Child[]} tools
 */
export function evidenceView(pack, where, ...tools) {
  const { about, signature } = pack;
  const first = pack.entries[0];
  const last = pack.entries.at(-1);
  return h(
    "article",
    { class: "page evidence" },
    h(
      "header",
      { class: "page-head" },
      h(
        "div",
        {},
        h("h1", {}, `Evidence of round ${about.round}`),
        h("p", {}, h("bdi", {}, about.name), ` · ${about.title}`),
        h(
          "p",
          { class: "small" },
          `${day(about.began)}, ${clock(about.began)} to ${clock(about.ended)} · table ${about.table}` +
            ` · dealt by ${about.dealt_by === "person" ? "a dealer" : "an automatic dealer"}`,
        ),
      ),
      h(
        "div",
        { class: "tools not-printed" },
        h("button", { type: "button", class: "primary", id: "print", onclick: () => print() }, "Print"),
        h("a", { class: "quiet", id: "save-pack", href: `/api/v1${where}`, download: "" }, "Save the pack"),
        tools,
      ),
    ),
    about.until && h("p", { class: "evidence-note", role: "note" }, about.until),
    h("section", {}, h("h2", {}, "Wagers and payments"), account(pack)),
    h("section", {}, h("h2", {}, "Rulings and approvals"), rulings(pack)),
    h("section", {}, h("h2", {}, "Cards as they were dealt"), cardList(pack)),
    h(
      "section",
      {},
      h("h2", {}, "What happened"),
      grid("Events", ["Entry", "Time", "Event", "By", "Clause"], eventRows(pack), {
        class: "evidence-table events",
      }),
    ),
    h(
      "section",
      {},
      h("h2", {}, "The clauses, in our words"),
      h(
        "dl",
        { class: "evidence-clauses" },
        Object.entries(pack.clauses).map(([clause, gist]) =>
          h("div", {}, h("dt", {}, clause), h("dd", {}, gist || "No text of its own.")),
        ),
      ),
    ),
    pack.shoes.length > 0 && h("section", {}, h("h2", {}, "The seal of the cards"), pack.shoes.map(shoeView)),
    h(
      "section",
      {},
      h("h2", {}, "The chain and the signature"),
      facts([
        ["Hash before the round", h("span", { class: "hash" }, pack.before.hash)],
        [`Hash of entry ${first.n}, the first`, h("span", { class: "hash" }, first.hash)],
        [`Hash of entry ${last.n}, the last`, h("span", { class: "hash" }, last.hash)],
        ["Signed", `${day(signature.at)}, ${clock(signature.at)}`],
        ["Key of the house", h("span", { class: "hash" }, signature.key)],
        ["Its fingerprint", h("span", { class: "hash", id: "fingerprint" }, signature.fingerprint)],
        ["Signature", h("span", { class: "hash" }, signature.signature)],
      ]),
      h(
        "p",
        { class: "small" },
        "This page shows the pack; the file proves it. Save the pack " +
          "and run “pitboss verify” on it, without this server: it replays " +
          "the round, checks every hash, card and payment, and names what " +
          "was changed. Compare the fingerprint with the one that you noted.",
      ),
      h(
        "details",
        { class: "evidence-hashes" },
        h("summary", {}, "The hash of every entry"),
        h(
          "ol",
          {},
          pack.entries.map((/** @type {any} */ entry) =>
            h(
              "li",
              {},
              h("span", { class: "number" }, String(entry.n)),
              " ",
              h("span", { class: "hash" }, entry.hash),
            ),
          ),
        ),
      ),
    ),
  );
}

/**
 * The page of a round: `/evidence/<table>/<round>`.
 * @param {string} table
 * @param {string} round
 * @param {Page.Me} me
 */
export async function evidencePage(table, round, me) {
  const place = h("div", {});
  /** @type {`/tables/${string}/rounds/${string}/evidence`} */
  const where = `/tables/${encodeURIComponent(table)}/rounds/${encodeURIComponent(round)}/evidence`;
  try {
    /** @type {any} */
    const pack = await get(where);
    const isPlayer =
      pack.people[me.name] !== undefined &&
      pack.account.wagers.some((/** @type {any} */ { player }) => player === me.name);
    document.title = `Evidence of round ${pack.about.round} · Pitboss`;
    addEventListener("beforeprint", () =>
      place.querySelectorAll("details").forEach((one) => {
        if (one instanceof HTMLDetailsElement) one.open = true;
      }),
    );
    redraw(
      place,
      evidenceView(
        pack,
        where,
        isPlayer &&
          h(
            "button",
            { type: "button", id: "dispute", onclick: () => disputeDialog(table, pack.about.round) },
            "Dispute this round…",
          ),
        h("a", { class: "quiet", href: `/audit/${table}` }, "History"),
      ),
    );
  } catch (problem) {
    redraw(
      place,
      h(
        "div",
        { class: "page" },
        h("h1", {}, "Evidence of a round"),
        h("p", {}, `${problemOf(problem).why ?? problem}.`),
        h("p", {}, h("a", { href: `/audit/${table}` }, "Back to the history")),
      ),
    );
  }
  return place;
}

/**
 * The papers of a dispute as they were attached: `/disputes/<dispute>/papers`.
 * @param {string} dispute
 */
export async function papersPage(dispute) {
  /** @type {`/disputes/${string}/papers`} */
  const where = `/disputes/${encodeURIComponent(dispute)}/papers`;
  const back = h("a", { class: "quiet", href: `/disputes/${dispute}` }, "Back to the dispute");
  try {
    return evidenceView(await get(where), where, back);
  } catch (problem) {
    return h(
      "div",
      { class: "page" },
      h("h1", {}, "Papers of a dispute"),
      h("p", {}, `${problemOf(problem).why ?? problem}.`),
      h("p", {}, back),
    );
  }
}
