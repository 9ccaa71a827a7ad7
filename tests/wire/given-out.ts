/** What a server has given out: what comes back is held against it. */
export interface GivenOut {
  /** What was sealed, by its seal. */
  readonly sealed: Map<string, string>;
  /** Seals that stand on a part of a reply, and seal no text of their own. */
  readonly marks: Set<string>;
  /** Calls that have one of them, by name and arguments. */
  readonly markedCalls: Set<string>;
  /** Names of tools that the scripted model called, known or not. */
  readonly tools: Set<string>;
  /** Never the same twice. */
  newId(prefix: string): string;
}

/** A server's memory of what it has said. */
export function givenOut(): GivenOut {
  let count = 0;
  return {
    sealed: new Map(),
    marks: new Set(),
    markedCalls: new Set(),
    tools: new Set(),
    newId: (prefix) => `${prefix}${(++count).toString(36).padStart(16, "0")}`,
  };
}
