/** A repair of the table below, by the name that evidence records (`requests[].repairs[].rule`). */
export type RepairRule = "alias" | "string_boolean" | "string_integer" | "path_autolink";

/** One repair that was done. `field` is the name in the repaired arguments; for `alias` it is the name the model gave. */
export interface Repair {
  readonly rule: RepairRule;
  readonly field: string;
}

/** A name that models give and the declared name it stands for. */
export type AliasTable = Readonly<Record<string, string>>;

/** Names that stand for exactly one declared name (004 Input Repair Policy; the last three from recorded sessions, T02). */
export const ALIASES = {
  filePath: "path",
  oldString: "old_string",
  newString: "new_string",
  replaceAll: "replace_all",
  cmd: "command",
  file_path: "path",
  oldText: "old_string",
  newText: "new_string",
} as const;

interface RepairRow {
  /** What may be changed, and nothing beyond it. */
  readonly means: string;
  readonly from: string;
  readonly to: string;
}

/**
 * Every repair there is (T02). Unescaping a JSON-escaped `old_string` is none of them: only the edit tool, which sees the file,
 * can tell that the match is unique (T06).
 */
export const REPAIRS: Readonly<Record<RepairRule, RepairRow>> = {
  alias: { means: "an undeclared name stands for one declared name that is not given", from: "filePath", to: "path" },
  string_boolean: { means: "a text is exactly true or false where only a boolean fits", from: '"true"', to: "true" },
  string_integer: { means: "a text is a plain whole number where only an integer fits", from: '"5"', to: "5" },
  path_autolink: {
    means: "a path holds a markdown link whose text is its own target",
    from: "[notes.md](http://notes.md)",
    to: "notes.md",
  },
};

/** What no repair may do, whatever it would mend. */
export type Prohibition =
  | "from_history"
  | "from_content"
  | "beside_unknown_field"
  | "beside_missing_field"
  | "beside_wrong_type"
  | "over_given_target"
  | "over_declared_name"
  | "into_undeclared_name"
  | "in_part";

interface ProhibitionRow {
  /** `signature`: the function is not given what it would need. `check`: the arguments are refused. */
  readonly heldBy: "signature" | "check";
  readonly means: string;
}

/** The disallowed repairs of 004, and what follows from "narrow, deterministic, schema-safe" (T02). */
export const PROHIBITIONS: Readonly<Record<Prohibition, ProhibitionRow>> = {
  from_history: { heldBy: "signature", means: "no argument is taken from an earlier call or message" },
  from_content: { heldBy: "signature", means: "no argument is guessed from what another argument says" },
  beside_unknown_field: { heldBy: "check", means: "nothing is repaired while an undeclared field remains" },
  beside_missing_field: { heldBy: "check", means: "nothing is repaired while a required field is absent" },
  beside_wrong_type: { heldBy: "check", means: "nothing is repaired while a value has another type than declared" },
  over_given_target: { heldBy: "check", means: "two names for one argument are never merged, even when they agree" },
  over_declared_name: { heldBy: "check", means: "a name that the schema declares or welcomes is never renamed" },
  into_undeclared_name: { heldBy: "check", means: "no name becomes one that the schema does not declare" },
  in_part: { heldBy: "check", means: "either every repair that is due is done, or none is" },
};

const PATH_NAMES: ReadonlySet<string> = new Set(
  "path filepath file filename file_name fileName dir directory folder cwd workdir".split(" "),
);

const PATH_ENDS = ["_path", "Path", "_file", "_dir", "_folder"];

/** Whether a declared field holds a path by its name; only such fields lose markdown links. Text fields never do. */
export function isPathLike(field: string): boolean {
  return PATH_NAMES.has(field) || PATH_ENDS.some((end) => field.endsWith(end));
}
