import { InvariantError, type JsonObject, type Repair } from "#kernel";
import type { Tool } from "#ports";
import { ownCopy } from "./own-copy.ts";

/** What the boundary keeps of a call from its preparation to its settlement. */
export interface ReadyCall {
  readonly toolCallId: string;
  readonly tool: Tool;
  /** The arguments after repairs, numbers as they were written: what evidence records. No code of the tool ever holds them. */
  readonly args: JsonObject;
  readonly repairs: readonly Repair[];
  /** The arguments before repairs: what a failure tells of. */
  readonly received: JsonObject;
  /** What `run` gets. */
  readonly input: unknown;
}

const MINT = Symbol("PreparedCall");
const FORGED = "a PreparedCall is minted by prepareCall only";
let readyIn: (given: object) => ReadyCall | undefined;

/** A call that may run: read strictly, repaired by the table, checked by its schema. Minted by `prepareCall` only. */
class PreparedCall {
  // The private name makes the type nominal: no literal, spread or look-alike fits, and nothing in it can be exchanged.
  readonly #ready: ReadyCall;
  constructor(ready: ReadyCall, mint: symbol) {
    if (mint !== MINT) throw new InvariantError(FORGED);
    this.#ready = ready;
  }
  get toolCallId(): string {
    return this.#ready.toolCallId;
  }
  get tool(): Tool {
    return this.#ready.tool;
  }
  /** The arguments after repairs, numbers as they were written: a copy, so that what is sealed cannot be exchanged. */
  get args(): JsonObject {
    return ownCopy(this.#ready.args);
  }
  get repairs(): readonly Repair[] {
    return this.#ready.repairs;
  }
  static {
    readyIn = (given) => (#ready in given ? given.#ready : undefined);
    Object.freeze(this.prototype);
  }
}
export type { PreparedCall };

/** The call under its seal. `prepareCall` alone asks for it, once everything has held. */
export function mintCall(ready: ReadyCall): PreparedCall {
  return new PreparedCall(ready, MINT);
}

/** What was sealed. Throws where it is given anything that `prepareCall` did not mint, look-alikes included. */
export function openCall(call: PreparedCall): ReadyCall {
  const ready = readyIn(call);
  if (ready === undefined) throw new InvariantError(FORGED);
  return ready;
}
