import type { ConfigFile, Sha256, Utf8 } from "#kernel";

/** One flag of a command. With `value` it takes one; without it is a switch. */
export interface Flag {
  readonly name: string;
  readonly value?: string;
  /** The only values it takes. */
  readonly choices?: readonly string[];
  /** May be given more than once; what was given is in `lists`, in order. */
  readonly repeatable?: true;
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
  /** Of the flags that may be repeated. */
  readonly lists: ReadonlyMap<string, readonly string[]>;
  readonly operand: string | undefined;
}

/** The bytes of an input, or one sentence why there are none. */
export type HostInput =
  | { readonly ok: true; readonly bytes: Uint8Array }
  | { readonly ok: false; readonly reason: string };

/** A configuration file as JSON (`file` undefined: there is none), or one sentence why it cannot be used. */
export type HostConfigFile =
  | { readonly ok: true; readonly file: ConfigFile | undefined }
  | { readonly ok: false; readonly reason: string };

/** What the outside gives an action. Actions reach nothing but these. */
export interface HostPorts {
  readonly sha256: Sha256;
  readonly utf8: Utf8;
  readonly readInput: (path: string) => HostInput;
  readonly readStandardInput: () => HostInput;
  /** A file that came with the program, by its path from the root. */
  readonly readOwn: (path: string) => HostInput;
  /** The files below a folder that came with the program, by their paths from the root, sorted. */
  readonly listOwn: (folder: string) => readonly string[];
  /** The configuration file that `named` names, else the nearest one; a code file is run to read it. */
  readonly readConfigFile: (named: string | undefined) => Promise<HostConfigFile>;
  /** A variable of the environment. */
  readonly environment: (name: string) => string | undefined;
}

/**
 * An action is done (exit code 0), done with a refusal as its answer (`exit: 1`), or its input cannot be used (exit code 2);
 * `message` is the whole line for standard error.
 */
export type Outcome<T> =
  | { readonly ok: true; readonly data: T; readonly exit?: 1 }
  | { readonly ok: false; readonly message: string };

/** What an action's module exports. */
export interface ActionModule<T> {
  readonly run: (args: Arguments, ports: HostPorts) => Outcome<T> | Promise<Outcome<T>>;
}
