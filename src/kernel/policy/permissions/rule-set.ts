import type { Digest } from "../../digest/digest.ts";
import type { Json, JsonObject } from "../../json/value.ts";

/** What is said of a call: it runs, a person is asked, or it does not run. */
export type PermissionEffect = "allow" | "ask" | "deny";

/** Which options a command may have; absent: any. Names as they are typed (`-n`, `--stat`). */
export type OptionRule =
  /**
   * None but these. `-n:` takes the next word or the rest of its own as a value, `--stat=` only the rest, `-L>` only the next word, `--arg>>`
   * the next two; `-#` is a number, `+` a word that begins so, `--` goes on to the options behind it. A value may be the name of a file
   * unless it is marked: `-e:text`, or `--format=format` for git's formats.
   */
  | { readonly only: readonly string[] }
  /** Any but these, however abbreviated or bundled. */
  | { readonly never: readonly string[] }
  /** At least one of these: for rules that ask or deny. */
  | { readonly some: readonly string[] };

/**
 * What the words are that are no options. `paths` are read, of `names` only names and sizes are shown; `changes` are written and must lie in
 * the workspace, named and unprotected, `copies` besides are no folder's whole content; `pattern` is one text and then paths; `sed`, `awk`
 * and `jq` are a script that only prints and then paths; `printf` is a format that sets nothing and then text; `test` are names and texts
 * that compute nothing; `text` is anything.
 */
export type OperandRule =
  | "paths"
  | "names"
  | "changes"
  | "copies"
  | "pattern"
  | "sed"
  | "awk"
  | "jq"
  | "printf"
  | "test"
  | "text";

/** Commands that begin with these words. */
export interface CommandPattern {
  /** Word by word: one, or any of several. The first is the program's bare name: a path is never the program of that name. */
  readonly words: readonly (string | readonly string[])[];
  readonly options?: OptionRule;
  /** `paths` when absent. A rule that asks or denies looks at no operands. */
  readonly operands?: OperandRule;
  readonly max_operands?: number;
  /** Options that hold what would be the first operand of `pattern`, or a script. */
  readonly instead?: readonly string[];
  /** No option of the program writes or runs anything: a wildcard may become any of them. */
  readonly harmless?: true;
  /** Behind the first operand there are no options. */
  readonly options_first?: true;
  /** Where it may run: in the root of the workspace, somewhere in it (when absent), or anywhere that may be read. */
  readonly at?: "root" | "workspace" | "anywhere";
}

/**
 * A condition on one argument. An absent field, or one of another type, satisfies no allowing rule and escapes no other; only `secret`, which
 * asks whether it names a secret or may stand for one, is not met by a field that is absent.
 */
export type Predicate = { readonly field: string } & (
  | { readonly in: readonly string[] }
  | { readonly secret: true }
  | { readonly equals: Json }
  | { readonly one_of: readonly Json[] }
  | { readonly max_length: number }
);

/** A call that a rule speaks of: a command as a text, or any tool with its arguments. */
export type RuleExample = string | { readonly tool: string; readonly args: JsonObject };

/** One rule as it is written. */
export interface Rule {
  readonly id: string;
  readonly effect: PermissionEffect;
  /** One sentence for the person, or the model, that wonders. */
  readonly why: string;
  readonly tools: readonly string[];
  readonly when?: readonly Predicate[];
  /** For tools that run a command: each simple command has to be one of these. */
  readonly commands?: readonly CommandPattern[];
  /** Said by a rule that allows a shell without `commands`: it is meant. */
  readonly any_command?: true;
  readonly match?: readonly RuleExample[];
  readonly not_match?: readonly RuleExample[];
}

/** A rule set as it is written, in a file or here. */
export interface RuleSetSource {
  readonly schema: 1;
  readonly kind: "tusk.permissions.v1";
  readonly id: string;
  /** What is said where no rule of a known tool speaks, and where a command cannot be resolved; `deny` when absent. */
  readonly otherwise?: "ask" | "deny";
  readonly rules: readonly Rule[];
}

/** A rule set that holds: closed, its ids distinct, every example as it says. */
export interface RuleSet {
  readonly id: string;
  readonly digest: Digest;
  readonly otherwise: "ask" | "deny";
  readonly rules: readonly Rule[];
}

const STRICTNESS: Readonly<Record<PermissionEffect, number>> = { allow: 0, ask: 1, deny: 2 };

/** The strictest of some decisions, the first where several are; undefined when there are none. */
export function strictest<T extends { readonly effect: PermissionEffect }>(found: readonly T[]): T | undefined {
  return found.reduce<T | undefined>(
    (worst, next) => (worst === undefined || STRICTNESS[next.effect] > STRICTNESS[worst.effect] ? next : worst),
    undefined,
  );
}
