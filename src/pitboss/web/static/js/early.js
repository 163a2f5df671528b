// @ts-check
// Runs before anything is drawn, so that a chosen theme does not flash.
"use strict";
{
  const page = document.documentElement.dataset;
  for (const choice of ["theme", "motion"]) {
    try {
      const kept = localStorage.getItem(`pitboss.${choice}`);
      if (kept) page[choice] = kept;
    } catch {
      // Private windows may forbid it; the system's own wish counts then.
    }
  }
  if (!page.theme) {
    const system = matchMedia("(prefers-color-scheme: dark)");
    const follow = () => {
      page.theme = system.matches ? "dark" : "light";
    };
    follow();
    system.addEventListener("change", follow);
  }
}
