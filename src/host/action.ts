import type { Sha256, Utf8 } from "#kernel";

/** One flag of a command. With `value` it takes one; without it is a switch. */
export interface Flag {
  readonly name: string;
  readonly value?: string;
  readonly required?: true;
  readonly summary: string;
}

/** The one thing a command may be given without a flag. */
export interface Operand {
  readonly name: string;
  readonly required?: true;
  readonly summary: string;
}

/** What the caller gave, already checked against the action's row. */
export interface Arguments {
  readonly switches: ReadonlySet<string>;
  readonly values: ReadonlyMap<string, string>;
  readonly operand: string | undefined;
}

/** The bytes of an input, or one sentence why there are none. */
export type HostInput =
  | { readonly ok: true; readonly bytes: Uint8Array }
  | { readonly ok: false; readonly reason: string };

/** What the outside gives an action. Actions reach nothing but these. */
export interface HostPorts {
  readonly sha256: Sha256;
  readonly utf8: Utf8;
  readonly readInput: (path: string) => HostInput;
  readonly readStandardInput: () => HostInput;
}

/** An action is done, or its input cannot be used (exit code 2); `message` is the whole line for standard error. */
export type Outcome<T> = { readonly ok: true; readonly data: T } | { readonly ok: false; readonly message: string };

/** What an action's module exports. */
export interface ActionModule<T> {
  readonly run: (args: Arguments, ports: HostPorts) => Outcome<T>;
}
