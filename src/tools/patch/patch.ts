/** One line of a hunk. What is kept or removed must be in the file. */
export interface PatchLine {
  readonly kind: "keep" | "remove" | "add";
  readonly text: string;
}

/** One change inside a file. */
export interface Hunk {
  /** Lines that the change comes after, each after the one before: the `@@` lines. */
  readonly contexts: readonly string[];
  readonly lines: readonly PatchLine[];
  /** How many of its first lines are empty ones that may only stand between it and its header. */
  readonly blanksBefore: number;
  /** Whether the lines must be the last of the file. */
  readonly atEnd: boolean;
}

/** What a patch asks of one file. */
export type FilePatch =
  | { readonly kind: "add"; readonly path: string; readonly lines: readonly string[] }
  | { readonly kind: "delete"; readonly path: string }
  | {
      readonly kind: "update";
      readonly path: string;
      /** The path that the file is moved to. */
      readonly to: string | undefined;
      readonly hunks: readonly Hunk[];
    };

/** A patch, or the first thing that is wrong with its text. */
export type PatchReading =
  | { readonly ok: true; readonly files: readonly FilePatch[] }
  | { readonly ok: false; readonly problem: string };
