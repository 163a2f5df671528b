// @ts-check
// Optional sound: generated here, never the only signal of anything, and off until switched on.

import { h, s } from "./dom.js";
import { keep, recall } from "./speed.js";

/** @type {any} */
let context = null;

function close() {
  context?.close();
  context = null;
}

/**
 * Switch the sound on or off; there is no audio before it was switched on.
 * @param {boolean} on
 */
function switched(on) {
  if (!on) close();
  else if (!context) {
    context = new AudioContext();
    addEventListener("pagehide", close, { once: true });
  }
}

/**
 * @param {number} at
 * @param {number} seconds
 */
function noise(at, seconds, { high = 2500, loud = 0.25 } = {}) {
  const { sampleRate } = context;
  const buffer = context.createBuffer(1, Math.ceil(sampleRate * seconds), sampleRate);
  const samples = buffer.getChannelData(0);
  for (let n = 0; n < samples.length; n++)
    samples[n] = (Math.random() * 2 - 1) * (1 - n / samples.length) ** 2;
  const source = new AudioBufferSourceNode(context, { buffer });
  const filter = new BiquadFilterNode(context, { type: "bandpass", frequency: high, Q: 0.8 });
  source
    .connect(filter)
    .connect(new GainNode(context, { gain: loud }))
    .connect(context.destination);
  source.start(at);
}

/**
 * @param {number} at
 * @param {number} hertz
 * @param {number} seconds
 */
function tone(at, hertz, seconds, loud = 0.12) {
  const gain = new GainNode(context, { gain: loud });
  gain.gain.setValueAtTime(loud, at);
  gain.gain.exponentialRampToValueAtTime(0.001, at + seconds);
  const source = new OscillatorNode(context, { frequency: hertz, type: "triangle" });
  source.connect(gain).connect(context.destination);
  source.start(at);
  source.stop(at + seconds);
}

/** @type {Record<string, (at: number) => void>} */
const SOUNDS = {
  card: (/** @type {any} */ at) => noise(at, 0.07, { high: 3200, loud: 0.3 }),
  turn: (/** @type {any} */ at) => noise(at, 0.1, { high: 2200, loud: 0.3 }),
  chip: (/** @type {any} */ at) => {
    tone(at, 2350, 0.05);
    tone(at + 0.035, 2800, 0.05);
  },
  shuffle: (/** @type {any} */ at) => {
    for (let n = 0; n < 9; n++) noise(at + n * 0.045, 0.05, { high: 1800 + 120 * n, loud: 0.2 });
  },
};

/**
 * Make a sound, if sound is on.
 * @param {string} name
 */
export function play(name) {
  if (context?.state === "running") SOUNDS[name](context.currentTime);
}

function drawing() {
  return s(
    "svg",
    { viewBox: "0 0 24 24", "aria-hidden": "true" },
    s("path", { d: "M4 9.500v5h3.500L12 18.500v-13L7.500 9.500z" }),
    s("path", { class: "waves", d: "M15 9.500a3.500 3.500 0 0 1 0 5M17.500 7a7 7 0 0 1 0 10" }),
    s("path", { class: "mute", d: "M15.500 9.500l5 5M20.500 9.500l-5 5" }),
  );
}

/** The switch; what was chosen before needs one press to begin, as browsers have it. */
export function soundControl() {
  const label = "Sound";
  const made = h(
    "button",
    {
      type: "button",
      class: "icon sound",
      "aria-label": label,
      title: label,
      "data-focus": "sound",
      "aria-pressed": String(context !== null),
      onclick: () => {
        switched(context === null);
        keep("sound", context !== null);
        made.setAttribute("aria-pressed", String(context !== null));
      },
    },
    drawing(),
  );
  if (recall("sound") === true && context === null) {
    addEventListener(
      "pointerdown",
      () => {
        if (context === null && recall("sound") === true) {
          switched(true);
          made.setAttribute("aria-pressed", "true");
        }
      },
      { once: true },
    );
  }
  return made;
}
