// The types of the page itself: what an element is made of, and what its parts know of each other.

declare namespace Page {
  /** What may stand in an element; what is missing, empty or false is left out. */
  type Child = Node | string | number | false | null | undefined | readonly Child[];

  /** A part that is drawn again when its key has changed; it may be nothing. */
  type Part = [key: string, make: () => ChildNode | false | null | undefined];

  /** The attributes, properties and listeners of an element. */
  interface Props<E> {
    onclick?: (event: MouseEvent & { currentTarget: E }) => unknown;
    onchange?: (event: Event & { target: E }) => unknown;
    oninput?: (event: Event & { target: E }) => unknown;
    onkeydown?: (event: KeyboardEvent) => unknown;
    onsubmit?: (event: SubmitEvent & { target: E }) => unknown;
    style?: Record<string, string>;
    [name: string]: any;
  }

  /** The badges of people, by name: bot, house, or the role of staff. */
  type Badges = Record<string, string>;

  /** Who is signed in. */
  type Me = Api.Answers["GET"]["/me"];

  /** A round with what each of its events shows. */
  interface Replayed {
    state: Live.State;
    events: Live.Event[];
    shows: Live.Show[];
  }

  /** The amounts among which one is chosen. */
  interface Span {
    least?: number | null;
    most?: number | null;
    step?: number | null;
  }

  /** The places of the bar for what deals and for what continues a round. */
  interface Places {
    go: Child[];
    on: Child[];
  }

  /** The layers of a cloth. */
  interface Layers {
    cloth: HTMLElement;
    on: HTMLElement;
    flying: HTMLElement;
    felt: HTMLElement;
    strip: HTMLElement;
    room: HTMLElement;
  }

  /** What is pressed on a cloth, and what is chosen but not said. */
  interface ClothPage {
    still?: boolean;
    selected: number | null;
    bets: import("../../src/pitboss/web/static/js/bets.js").Bets | null;
    sit: (box: number) => unknown;
    leave: (box: number) => unknown;
    pick: (box: number) => unknown;
    lay: (box: number, kind: string) => unknown;
  }

  /** What a box or a hand on a cloth is drawn with. */
  interface Cloth extends ClothPage {
    layout: import("../../src/pitboss/web/static/js/layout.js").Layout;
    past: boolean;
    still: boolean;
    betting: boolean;
    mark: string;
    natural: string;
    book: string;
    deals: boolean;
  }

  /** A page that the movements of a queue are shown on. */
  interface Shows {
    readonly state: Live.State;
    readonly room: HTMLElement;
    hold(): void;
    release(): void;
    rests(): void;
    ended(): void;
    redraw(): void;
    tellOf(event: Live.Event): void;
  }
}

/** What a page looks for in itself is HTML; only the layout and the plots are drawn in SVG. */
interface ParentNode {
  querySelector(selectors: string): HTMLElement | null;
  querySelectorAll(selectors: string): NodeListOf<HTMLElement>;
}

interface Element {
  closest(selectors: string): HTMLElement | null;
}

interface HTMLElementTagNameMap {
  "pb-card": HTMLElement;
  "pb-chips": HTMLElement;
  "pb-round": import("../../src/pitboss/web/static/js/replay.js").RoundCloth;
  "pb-table": import("../../src/pitboss/web/static/js/table.js").Table;
}
