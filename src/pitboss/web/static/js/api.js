// @ts-check
// The interface under /api/v1: requests, problems, and the stream of a table.

const BASE = "/api/v1";

/** A refusal: `why` in a sentence, and the clause of the book where it is the book's. */
export class Problem extends Error {
  /**
   * @param {number} status
   * @param {{ why?: string, detail?: string, clause?: string | null, book?: string | null, box?: number,
   *   kind?: string }} told
   */
  constructor(status, told) {
    super(told.why ?? told.detail ?? `the server answered ${status}`);
    this.status = status;
    this.why = this.message;
    this.clause = told.clause ?? null;
    this.book = told.book ?? null;
    /** The spot of a bet that was refused among several. */
    this.box = told.box ?? null;
    this.kind = told.kind ?? null;
  }
}

/**
 * @param {unknown} error
 * @returns {Problem} what went wrong, as a refusal
 */
export function problemOf(error) {
  if (error instanceof Problem) return error;
  const isTold = typeof error === "object" && error !== null && "why" in error;
  return new Problem(0, isTold ? /** @type {{ why: string }} */ (error) : { why: String(error) });
}

/**
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 * @param {Record<string, string>} [headers]
 */
async function ask(method, path, body, headers = {}) {
  /** @type {RequestInit & { headers: Record<string, string> }} */
  const options = { method, headers: { accept: "application/json", ...headers } };
  if (body !== undefined) {
    options.body = JSON.stringify(body);
    options.headers["content-type"] = "application/json";
  }
  let response;
  try {
    response = await fetch(BASE + path, options);
  } catch {
    throw new Problem(0, { why: "the server is not responding" });
  }
  if (response.status === 204) return null;
  const told = await response.json().catch(() => ({}));
  if (!response.ok) throw new Problem(response.status, told);
  return told;
}

/**
 * @template {string} P
 * @param {P} path
 * @param {Api.Known<"GET", P>} _known
 * @returns {Promise<Api.Answer<"GET", P>>}
 */
export const get = (path, ..._known) => ask("GET", path);

/**
 * @template {string} P
 * @param {P} path
 * @param {Api.Body<P>} body
 * @param {Record<string, string>} [headers]
 * @returns {Promise<Api.Answer<"POST", P>>}
 */
export const post = (path, body, headers) => ask("POST", path, body, headers);

/**
 * @template {string} P
 * @param {P} path
 * @param {Api.Known<"DELETE", P>} _known
 * @returns {Promise<Api.Answer<"DELETE", P>>}
 */
export const remove = (path, ..._known) => ask("DELETE", path);

/** A key that no other command has. */
export function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (b) => b.toString(16).padStart(2, "0")).join("");
}

/**
 * The state after a message: each part and each box that it does not tell is as it was.
 * @param {Live.Changes} state
 * @param {Live.Changes} told
 * @returns {Live.State}
 */
function followed(state, told) {
  const boxes = new Map([...state.boxes, ...told.boxes].map((box) => [box.number, box]));
  return /** @type {Live.State} */ ({ ...state, ...told, boxes: [...boxes.values()] });
}

const WAITS = [200, 500, 1000, 2000, 4000];

/** @typedef {{ type: "command", key: string, command: Api.Command, at?: number }} Sent */
/** @typedef {(known: Live.Acknowledged) => void} Resolve */
/**
 * What a stream tells: the messages, and whether it is connected.
 * @typedef {object} Told
 * @property {Live.Snapshot} snapshot
 * @property {Live.Happened & { state: Live.State }} events
 * @property {Live.Clock} clock
 * @property {Live.Pong} pong
 * @property {Live.Refused} refused
 * @property {null} connected
 * @property {{ code: number, reason: string }} lost
 */
/** @typedef {{ message: Sent, resolve: Resolve, reject: (problem: Problem) => void }} Waiting */

/** The stream of one table: it reconnects by itself, and resends commands without an answer. */
export class Stream extends EventTarget {
  #table;
  /** @type {WebSocket | null} */
  #socket = null;
  #tries = 0;
  #closed = false;
  /** @type {Map<string, Waiting>} */
  #waiting = new Map();
  /**
   * What is acknowledged, and whose events have not arrived yet.
   * @type {(Live.Acknowledged & { resolve?: Resolve })[]}
   */
  #acknowledged = [];
  #ping;
  #heard = 0;
  /** @type {Partial<Live.State> & Live.Changes} */
  #state = { boxes: [] };

  /** @param {string} table */
  constructor(table) {
    super();
    this.#table = table;
    this.#connect();
    addEventListener("online", () => this.#again());
    this.#ping = setInterval(() => this.#look(), 10_000);
  }

  /**
   * Send a command; resolves when it is acknowledged and its events are here, rejects with a
   * `Problem`. With `at`, it is refused if the table has had an event since.
   * @param {Api.Command} command
   * @param {number | null} at
   * @returns {Promise<Live.Acknowledged>}
   */
  command(command, at = null) {
    /** @type {Sent} */
    const message = { type: "command", key: newKey(), command, ...(at !== null && { at }) };
    return new Promise((resolve, reject) => {
      this.#waiting.set(message.key, { message, resolve, reject });
      this.#say(message);
    });
  }

  /**
   * Listen to one kind of message, or to the connection.
   * @template {keyof Told} K
   * @param {K} type
   * @param {(detail: Told[K]) => unknown} listen
   */
  on(type, listen) {
    this.addEventListener(type, (event) => listen(/** @type {CustomEvent} */ (event).detail));
  }

  /**
   * Tell the server something that has no answer.
   * @param {{ type: "speed", speed: string }} message
   */
  tell(message) {
    this.#say(message);
  }

  get isOpen() {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  close() {
    this.#closed = true;
    clearInterval(this.#ping);
    this.#socket?.close();
  }

  /** @param {object} message */
  #say(message) {
    if (this.isOpen) this.#socket?.send(JSON.stringify(message));
  }

  #look() {
    if (!this.isOpen) return;
    if (performance.now() - this.#heard > 25_000) this.#socket?.close();
    else this.#say({ type: "ping" });
  }

  #again() {
    if (this.#closed || this.isOpen || this.#socket?.readyState === WebSocket.CONNECTING) return;
    this.#connect();
  }

  #connect() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const address = `${scheme}://${location.host}${BASE}/tables/${this.#table}/stream`;
    const socket = (this.#socket = new WebSocket(address));
    let opened = false;
    socket.onopen = () => {
      opened = true;
      this.#tries = 0;
      this.#heard = performance.now();
      this.#told("connected");
      for (const { message } of this.#waiting.values()) this.#say(message);
    };
    socket.onmessage = (event) => {
      this.#heard = performance.now();
      this.#take(JSON.parse(event.data));
    };
    socket.onclose = (event) => {
      if (this.#closed || socket !== this.#socket) return;
      if (opened) this.#lose(event.code, event.reason);
      else this.#refusal().then(([code, reason]) => this.#lose(code, reason));
    };
  }

  /**
   * The connection is gone: try again, unless there is nothing to come back to.
   * @param {number} code
   * @param {string} reason
   */
  #lose(code, reason) {
    if (this.#closed) return;
    this.#told("lost", { code, reason });
    if (code === 4401 || code === 4404) return;
    setTimeout(() => this.#again(), WAITS[Math.min(this.#tries++, WAITS.length - 1)]);
  }

  /**
   * Why no connection was made: a browser does not say, but the table itself does.
   * @returns {Promise<[number, string]>}
   */
  async #refusal() {
    try {
      await get(`/tables/${this.#table}`);
    } catch (error) {
      const problem = problemOf(error);
      if (problem.status === 401) return [4401, problem.why];
      if (problem.status === 404) return [4404, problem.why];
    }
    return [1006, ""];
  }

  /** @param {Live.Message} message */
  #take(message) {
    if (message.type === "ack" || message.type === "refused") {
      const one = this.#waiting.get(message.key);
      // The outcome is unknown: send it again, under its key, after reconnecting.
      if (one && message.type === "refused" && message.outcome === "unknown") return;
      this.#waiting.delete(message.key);
      if (message.type === "ack") this.#acknowledged.push({ ...message, resolve: one?.resolve });
      else if (one) one.reject(new Problem(409, message));
      else this.#told("refused", message);
    } else {
      if ("state" in message) message.state = this.#state = followed(this.#state, message.state);
      this.#told(message.type, message);
    }
    const [known, rest] = [this.#acknowledged.slice(0, 0), this.#acknowledged.slice(0, 0)];
    for (const one of this.#acknowledged)
      (one.sequence <= (this.#state.sequence ?? 0) ? known : rest).push(one);
    this.#acknowledged = rest;
    for (const one of known) one.resolve?.(one);
  }

  /**
   * @param {string} type
   * @param {unknown} detail
   */
  #told(type, detail = null) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }
}
