import type { Scenario, ScriptedTurn } from "./scenarios.ts";

/** What every peer is given: the model's next turn, and what the tool does. */
export interface Script {
  readonly next: () => Promise<ScriptedTurn>;
  readonly add: (n: number) => Promise<{ readonly n: number }>;
}

/** Imports a package of the peer's own folder; the adapter says which part of it it uses. */
export type Import = <Module>(name: string) => Promise<Module>;

export interface Seat {
  readonly load: Import;
  readonly script: Script;
  readonly scenario: Scenario;
  /** An empty folder, gone when the cell is done. */
  readonly scratch: string;
}

/** Makes a peer ready; what it gives does the whole work once, and gives the last word. */
export type Adapter = (seat: Seat) => Promise<() => Promise<unknown>>;

/** What adapters use of zod. */
export interface Zod {
  readonly z: {
    object(shape: { readonly n: unknown }): {
      safeParse(
        value: unknown,
      ):
        | { readonly success: true; readonly data: { readonly n: number } }
        | { readonly success: false; readonly error: { readonly message: string } };
    };
    number(): unknown;
  };
}

/** More turns than any scenario has: where a peer wants a bound, it is none that counts. */
export const NO_BOUND = 5_000;
