/** What a value is: the name of something, which may be a secret or lie outside; a text; or a format of git's. */
export type ValueKind = "name" | "text" | "format";

/** How one option may be given. */
export interface OptionSpec {
  /** Without a value. */
  readonly bare: boolean;
  /** With one behind `=`, or behind the letter of a short one. */
  readonly attached: boolean;
  /** How many of the following words are its values. */
  readonly next: 0 | 1 | 2;
  readonly kind: ValueKind;
}

/** The options of an `only` list. `wordy`: one dash begins a whole name there, as in `-name`, so that letters are never bundled and `--` ends nothing. */
export interface OptionTable {
  readonly specs: ReadonlyMap<string, OptionSpec>;
  readonly wordy: boolean;
}

const FORM = /^(-#|\+|-{1,2}[^\s:=>]*)(?:(:|=|>{1,2})(text|format)?)?$/;

const MARKS: Readonly<Record<string, Omit<OptionSpec, "kind">>> = {
  "": { bare: true, attached: false, next: 0 },
  "=": { bare: false, attached: true, next: 0 },
  ":": { bare: false, attached: true, next: 1 },
  ">": { bare: false, attached: false, next: 1 },
  ">>": { bare: false, attached: false, next: 2 },
};

const tables = new WeakMap<readonly string[], OptionTable>();

/** Whether a text is an option as an `only` list writes it. */
export function isOptionSpec(text: string): boolean {
  return FORM.test(text);
}

/** The table of an `only` list. The same list is read once: typed words are never held against the way a list writes them. */
export function optionTable(only: readonly string[]): OptionTable {
  const known = tables.get(only);
  if (known !== undefined) return known;
  const table = readTable(only);
  tables.set(only, table);
  return table;
}

function readTable(only: readonly string[]): OptionTable {
  const specs = new Map<string, OptionSpec>();
  for (const text of only) {
    const [, name, mark = "", kind = "name"] = FORM.exec(text) ?? [];
    const form = MARKS[mark];
    if (name === undefined || form === undefined) continue;
    const before = specs.get(name);
    specs.set(name, {
      bare: form.bare || before?.bare === true,
      attached: form.attached || before?.attached === true,
      next: form.next === 0 ? (before?.next ?? 0) : form.next,
      kind: kind as ValueKind,
    });
  }
  const wordy = [...specs.keys()].some((name) => /^-[^-]{2,}/.test(name) && name !== "-#");
  return { specs, wordy };
}
