// Runs before anything is drawn, so that a chosen theme does not flash.
"use strict";
for (const choice of ["theme", "motion"]) {
  let kept = null;
  try {
    kept = localStorage.getItem(`pitboss.${choice}`);
  } catch {
    // Private windows may forbid it; the system's own wish counts then.
  }
  if (kept) document.documentElement.dataset[choice] = kept;
}
