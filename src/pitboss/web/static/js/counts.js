// The names of the count systems as their books have them.

export const COUNTS = {
  "hi-lo": "Hi-Lo",
  ko: "KO",
  "hi-opt-1": "Hi-Opt I",
  "hi-opt-2": "Hi-Opt II",
  "omega-2": "Omega II",
  zen: "Zen",
  halves: "Halves",
  "red-7": "Red 7",
  "ace-five": "Ace-Five",
};
