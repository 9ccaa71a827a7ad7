import type { PatternNode } from "./json-schema-pattern-parse.ts";

/** Whether one element of the text is of a kind. */
export type Fits = (char: string) => boolean;
/** Whether the place between two elements is of a kind; "" beyond the text's ends. */
export type Between = (before: string, after: string) => boolean;

/** A state of the machine: what has to come next. */
export type State =
  | CharState
  | { readonly kind: "edge"; readonly id: number; readonly holds: Between; readonly next: State }
  | {
      readonly kind: "look";
      readonly id: number;
      readonly look: number;
      readonly wanted: boolean;
      readonly next: State;
    }
  | { readonly kind: "fork"; readonly id: number; readonly nexts: readonly State[] }
  | { readonly kind: "end"; readonly id: number };

/** A state that waits for an element of the text. */
export interface CharState {
  readonly kind: "char";
  readonly id: number;
  readonly fits: Fits;
  readonly next: State;
}

/** A lookaround: its own machine, run against the direction it looks in, so that it ends where the look starts. */
export interface Look {
  readonly start: State;
  readonly backwards: boolean;
}

/** A machine for a whole pattern. A look comes after those it holds. */
export interface Machine {
  readonly start: State;
  readonly looks: readonly Look[];
  readonly states: number;
}

/** How the elements and edges of one pattern are judged. Shared, for a counted repeat names the same ones many times. */
export class Judges {
  readonly #flags: string;
  readonly #fits: Map<string, Fits> = new Map();
  readonly #between: Map<string, Between> = new Map();

  constructor(flags: string) {
    this.#flags = flags;
  }

  fits(source: string): Fits {
    const fits = this.#fits.get(source) ?? fitsOf(source, this.#flags);
    this.#fits.set(source, fits);
    return fits;
  }

  between(source: string): Between {
    const between = this.#between.get(source) ?? betweenOf(source, this.#flags);
    this.#between.set(source, between);
    return between;
  }
}

/** The host says what a class or an escape means: on one character it has nothing to try again. */
function fitsOf(source: string, flags: string): Fits {
  if (source.length === 1 && source !== ".") return (char) => char === source;
  const host = new RegExp(`^${source}$`, flags);
  const known = new Uint8Array(128);
  return (char) => {
    const code = char.length === 1 ? char.charCodeAt(0) : known.length;
    if (code >= known.length) return host.test(char);
    const answer = known[code] || (host.test(char) ? 1 : 2);
    known[code] = answer;
    return answer === 1;
  };
}

function betweenOf(source: string, flags: string): Between {
  const host = new RegExp(source, `${flags}y`);
  let last = { before: "", after: "", holds: host.test("") };
  return (before, after) => {
    if (last.before !== before || last.after !== after) {
      host.lastIndex = before.length;
      last = { before, after, holds: host.test(before + after) };
    }
    return last.holds;
  };
}

/** Makes the machine of a pattern, from its end to its start. */
export function machineOf(node: PatternNode, judges: Judges): Machine {
  const builder = new Builder(judges);
  return { start: builder.start(node, false), looks: builder.looks, states: builder.states };
}

class Builder {
  readonly looks: Look[] = [];
  states = 0;
  readonly #judges: Judges;
  readonly #known: Map<PatternNode, number> = new Map();

  constructor(judges: Judges) {
    this.#judges = judges;
  }

  start(node: PatternNode, backwards: boolean): State {
    return this.#before({ kind: "end", id: this.#id() }, node, backwards);
  }

  #id(): number {
    return this.states++;
  }

  #before(next: State, node: PatternNode, backwards: boolean): State {
    if (node.kind === "repeat") return this.#repeat(next, node, backwards);
    if (node.kind === "all") {
      const parts = backwards ? node.parts : node.parts.toReversed();
      return parts.reduce((after, part) => this.#before(after, part, backwards), next);
    }
    if (node.kind === "any") return this.#fork(node.parts.map((part) => this.#before(next, part, backwards)));
    const id = this.#id();
    if (node.kind === "char") return { kind: "char", id, fits: this.#judges.fits(node.source), next };
    if (node.kind === "edge") return { kind: "edge", id, holds: this.#judges.between(node.source), next };
    return { kind: "look", id, look: this.#look(node), wanted: node.wanted, next };
  }

  /** The number of a look: the same one wherever a repeat names it again. */
  #look(node: PatternNode & { readonly kind: "look" }): number {
    const known = this.#known.get(node);
    if (known !== undefined) return known;
    const number = this.looks.push({ start: this.start(node.part, node.ahead), backwards: node.ahead }) - 1;
    this.#known.set(node, number);
    return number;
  }

  #repeat(next: State, { part, min, max }: PatternNode & { readonly kind: "repeat" }, backwards: boolean): State {
    let start = next;
    if (max === Infinity) start = this.#loop(next, part, { backwards, once: min > 0 });
    else for (let more = min; more < max; more++) start = this.#fork([this.#before(start, part, backwards), next]);
    // A loop run at least once is itself the last of those that must be.
    for (let must = max === Infinity ? 1 : 0; must < min; must++) start = this.#before(start, part, backwards);
    return start;
  }

  #loop(next: State, part: PatternNode, { backwards, once }: { backwards: boolean; once: boolean }): State {
    const nexts = [next];
    const fork = this.#fork(nexts);
    const body = this.#before(fork, part, backwards);
    nexts.push(body);
    return once ? body : fork;
  }

  #fork(nexts: readonly State[]): State {
    return { kind: "fork", id: this.#id(), nexts };
  }
}
