import type { Json } from "../json/value.ts";
import { VERIFICATION_RUNNERS } from "../issues/verification-command.ts";
import { constant, list, type Schema, text, words } from "../schema/schema.ts";

/** The keys that always have a value, because they have a default. A dot in a path makes a group. */
export interface DefaultedValues {
  readonly stateDir: string;
  readonly color: "auto" | "always" | "never";
  readonly "check.runners": readonly string[];
}

/** The keys that have a value only when somebody gives one. */
export interface OptionalValues {
  readonly schema: 1;
  readonly actor: string;
}

/** What each key holds, by path. */
export type ConfigValues = DefaultedValues & OptionalValues;

/** The path of a key, as `tusk config show` prints it. */
export type ConfigPath = keyof ConfigValues;

/** A variable that sets a key, and what its text means; empty text is as good as no variable. */
export interface ConfigVariable {
  readonly name: string;
  /** Every text that is not empty means this; without it the text itself is the value. */
  readonly means?: string;
}

/** One row of the table: what the key holds, what sets it, and who reads it. */
export interface ConfigKey<T extends Json> {
  readonly schema: Schema<T>;
  readonly fallback?: T;
  readonly environment?: ConfigVariable;
  /** The flag that sets it, on commands that have it. */
  readonly flag?: string;
  readonly summary: string;
  /** Who reads it today, or what will. */
  readonly usedBy: string;
}

type Row<Path extends ConfigPath> = ConfigKey<ConfigValues[Path]> &
  (Path extends keyof DefaultedValues ? { readonly fallback: ConfigValues[Path] } : { readonly fallback?: never });

/** Every key of the configuration. Schema, defaults, `config show` and the page in docs/ come from this table. */
export const CONFIG_KEYS: { readonly [Path in ConfigPath]: Row<Path> } = {
  schema: {
    schema: constant(1),
    summary: "version of the file's form; a file of another version is refused",
    usedBy: "every reading of the file",
  },
  actor: {
    schema: text,
    environment: { name: "TUSK_ACTOR" },
    summary:
      "who acts: the name that changes are recorded under; unset, the worker a claim names, else the git identity",
    usedBy: "every command that changes issues",
  },
  stateDir: {
    schema: text,
    fallback: ".premath",
    summary: "folder of the durable state, from the folder that tusk runs in",
    usedBy: "the harness (next); issue commands look for .premath, or take --issues",
  },
  color: {
    schema: words("auto", "always", "never"),
    fallback: "auto",
    environment: { name: "NO_COLOR", means: "never" },
    flag: "color",
    summary: "colours in text for people; auto means only on a terminal that shows them",
    usedBy: "config show and issue commands; others look at NO_COLOR only",
  },
  "check.runners": {
    schema: list(text),
    fallback: VERIFICATION_RUNNERS,
    summary: "the words that a verification command begins with",
    usedBy: "issue check",
  },
};

/** A table of keys, whichever they are. */
export type ConfigTable = Readonly<Record<string, ConfigKey<Json>>>;
