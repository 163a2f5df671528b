// @ts-check
// A reason is asked for before an order is given.

import { h } from "./dom.js";
import { tellProblem } from "./why.js";

/**
 * A dialog that gives an order with a reason; a refusal leaves it open.
 * @param {string} title
 * @param {(reason: string) => Promise<unknown>} act
 * @param {string} label
 * @param {string | null} [effect]
 */
export function reasonDialog(title, act, label, effect = null) {
  const why = h("input", { id: "reason", required: true, maxlength: 500 });
  const dialog = h("dialog", { class: "why", "aria-labelledby": "reason-title" });
  dialog.append(
    h(
      "form",
      {
        class: "inside",
        onsubmit: async (event) => {
          event.preventDefault();
          try {
            await act(why.value);
            dialog.close();
          } catch (problem) {
            tellProblem(problem);
          }
        },
      },
      h("h2", { id: "reason-title" }, title),
      effect && h("p", { class: "effect" }, effect),
      h("label", { for: "reason" }, "Reason"),
      why,
      h(
        "p",
        { class: "end" },
        h("button", { type: "button", class: "quiet", onclick: () => dialog.close() }, "Cancel"),
        h("button", { type: "submit", class: "primary" }, label),
      ),
    ),
  );
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
