import { TOO_LARGE, parsePattern, type PatternNode, type Refused } from "./json-schema-pattern-parse.ts";
import {
  type CharState,
  Judges,
  type Look,
  type Machine,
  machineOf,
  type State,
} from "./json-schema-pattern-states.ts";

/** Takes steps from a budget; false once it is used up. */
export type Meter = (steps: number) => boolean;

// The host takes seconds to read a class of half a million characters.
const MAX_SOURCE = 20_000;
// Enough for a counted repeat as long as any text that is tested.
const MAX_STATES = 25_000;
// A schema can hold thousands of patterns: the machines of large ones are made anew for each text.
const MAX_KEPT = 256;
const VISITS_A_STEP = 16;

/**
 * Reads a pattern as the host would: of code points if it can be read so, else of code units. The host only says whether
 * it is valid and what single characters mean; the search is ours, because the host's can take exponential time.
 */
export function compilePattern(source: string): Pattern | Refused {
  if (source.length > MAX_SOURCE) return { reason: TOO_LARGE };
  const flags = ["u", ""].find((mode) => isValid(source, mode));
  if (flags === undefined) return { reason: "is no regular expression" };
  const node = parsePattern(source, flags === "u");
  if ("reason" in node) return node;
  // Written this way round, a size that is no number is refused too.
  return node.size <= MAX_STATES ? new Pattern(node, flags) : { reason: TOO_LARGE };
}

function isValid(source: string, flags: string): boolean {
  try {
    return new RegExp(source, flags).flags === flags;
  } catch {
    // The language has no other way to ask whether a pattern is one.
    return false;
  }
}

/** A regular expression searched for in time that grows with its size times the length of the text, and no faster. */
export class Pattern {
  readonly #node: PatternNode;
  readonly #unicode: boolean;
  readonly #judges: Judges;
  #kept: Machine | undefined;

  constructor(node: PatternNode, flags: string) {
    this.#node = node;
    this.#unicode = flags === "u";
    this.#judges = new Judges(flags);
  }

  /** Whether it matches anywhere in the text; false also when the meter stops it. */
  test(text: string, meter: Meter = () => true): boolean {
    const machine = this.#kept ?? machineOf(this.#node, this.#judges);
    if (machine.states <= MAX_KEPT) this.#kept = machine;
    return new Search(machine, this.#unicode ? Array.from(text) : text.split(""), meter).found();
  }
}

/** One search of one text: all the states the machine can be in are followed at once. */
class Search {
  readonly #machine: Machine;
  readonly #chars: readonly string[];
  readonly #meter: Meter;
  /** For each look, where it holds. */
  readonly #held: Uint8Array[] = [];
  /** When each state was last entered. */
  readonly #entered: Uint32Array;
  #now = 0;
  #visits: number;

  constructor(machine: Machine, chars: readonly string[], meter: Meter) {
    this.#machine = machine;
    this.#chars = chars;
    this.#meter = meter;
    this.#entered = new Uint32Array(machine.states);
    this.#visits = machine.states;
  }

  found(): boolean {
    for (const look of this.#machine.looks) if (!this.#hold(look)) return false;
    let found = false;
    const finished = this.#walk({ start: this.#machine.start, backwards: false }, () => {
      found = true;
      return false;
    });
    return finished && found;
  }

  #hold(look: Look): boolean {
    const places = new Uint8Array(this.#chars.length + 1);
    this.#held.push(places);
    return this.#walk(look, (at) => {
      places[at] = 1;
      return true;
    });
  }

  /** Tells each place where a match ends, until told to stop; false when the meter stopped it. */
  #walk({ start, backwards }: Look, matched: (at: number) => boolean): boolean {
    const length = this.#chars.length;
    let waiting: readonly CharState[] = [];
    for (let step = 0; step <= length; step++) {
      const at = backwards ? length - step : step;
      const char = this.#chars[backwards ? at : at - 1] ?? "";
      // A match may start anywhere.
      const reached = [start];
      for (const state of waiting) if (state.fits(char)) reached.push(state.next);
      const entered = this.#enter(reached, at);
      if (!this.#spend()) return false;
      if (entered.ended && !matched(at)) return true;
      waiting = entered.waiting;
    }
    return true;
  }

  /** Follows states as far as they go without another element of the text; each once, so circles end. */
  #enter(reached: State[], at: number): { ended: boolean; waiting: readonly CharState[] } {
    const waiting: CharState[] = [];
    let ended = false;
    this.#now += 1;
    for (let state = reached.pop(); state !== undefined; state = reached.pop()) {
      this.#visits += 1;
      if (this.#entered[state.id] === this.#now) continue;
      this.#entered[state.id] = this.#now;
      if (state.kind === "char") waiting.push(state);
      else if (state.kind === "fork") reached.push(...state.nexts);
      else if (state.kind === "end") ended = true;
      else if (this.#passes(state, at)) reached.push(state.next);
    }
    return { ended, waiting };
  }

  #passes(state: State & { readonly kind: "edge" | "look" }, at: number): boolean {
    if (state.kind === "look") return (this.#held[state.look]?.[at] === 1) === state.wanted;
    return state.holds(this.#chars[at - 1] ?? "", this.#chars[at] ?? "");
  }

  #spend(): boolean {
    const steps = Math.floor(this.#visits / VISITS_A_STEP);
    this.#visits -= steps * VISITS_A_STEP;
    return steps === 0 || this.#meter(steps);
  }
}
