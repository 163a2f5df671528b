// @ts-check
// A user's own book in the lab: dropped as a file, priced in this session, stored only on request.

import { post } from "./api.js";
import { h } from "./dom.js";
import { tellProblem, toast } from "./why.js";

const MOST = 64 * 1024;
const PREFIX = "draft-";
const TEXTS = "pitboss.drafts";

/** @param {string | null | undefined} id */
export const isDraft = (id) => id?.startsWith(PREFIX) ?? false;

/** The texts of this session, by id: the server may forget a draft, this window does not. */
function texts() {
  try {
    return JSON.parse(sessionStorage.getItem(TEXTS) ?? "null") ?? {};
  } catch {
    return {};
  }
}

/**
 * @param {string} id
 * @param {string} text
 */
function remember(id, text) {
  try {
    sessionStorage.setItem(TEXTS, JSON.stringify({ ...texts(), [id]: text }));
  } catch {
    // It is still priced until the page is reloaded.
  }
}

/** @param {string} text */
async function bring(text) {
  const told = await post("/lab/books", { text });
  remember(told.id, text);
  return { ...told, text };
}

/**
 * The drafts of this session, sent to the server again.
 * @param {string} wanted
 */
export async function draftsOf(wanted) {
  const text = texts()[wanted];
  if (!isDraft(wanted)) return [];
  try {
    return [await bring(text ?? "")];
  } catch {
    return [];
  }
}

/**
 * The button that takes a file, and the whole lab as a place to drop one.
 * @param {HTMLElement} lab
 * @param {(draft: any) => unknown} taken
 */
export function ownBook(lab, taken) {
  /** @param {File} file */
  const read = async (file) => {
    if (!file) return;
    if (file.size > MOST) {
      toast(
        `${file.name} has ${file.size.toLocaleString("en")} bytes; ` +
          `a book may have at most ${MOST.toLocaleString("en")}.`,
        { bad: true },
      );
      return;
    }
    try {
      taken(await bring(await file.text()));
    } catch (problem) {
      tellProblem(problem);
    }
  };
  const file = h("input", {
    type: "file",
    id: "bring-book",
    class: "unseen",
    accept: ".toml,text/plain",
    onchange: () => {
      if (file.files?.[0]) read(file.files[0]);
      file.value = "";
    },
  });
  lab.addEventListener("dragover", (event) => {
    if (![...(event.dataTransfer?.types ?? [])].includes("Files")) return;
    event.preventDefault();
    lab.classList.add("dropping");
  });
  lab.addEventListener(
    "dragleave",
    (event) =>
      !lab.contains(/** @type {Node | null} */ (event.relatedTarget)) && lab.classList.remove("dropping"),
  );
  lab.addEventListener("drop", (event) => {
    lab.classList.remove("dropping");
    const dropped = event.dataTransfer?.files[0];
    if (!dropped) return;
    event.preventDefault();
    read(dropped);
  });
  return file;
}

/**
 * Put a draft on the shelf of the house, where its tables can be opened.
 * @param {string} id
 * @param {(book: any) => unknown} then
 */
export async function shelve(id, then) {
  try {
    then(await post("/rulebooks", { text: texts()[id] ?? "" }));
  } catch (problem) {
    tellProblem(problem);
  }
}
