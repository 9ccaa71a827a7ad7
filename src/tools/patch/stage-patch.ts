import { parseWorkspacePath, type ToolFailureCode } from "#kernel";
import type { FileBasis, FileChange } from "#ports";
import { changeLines } from "../edit/diff-excerpt.ts";
import { MAX_EDIT_BYTES, NO_TEXT, readText, rewriteText, TOO_LARGE, writeText } from "../edit/text-file.ts";
import { applyHunks } from "./apply-hunks.ts";
import { fileAndFolder } from "./file-and-folder.ts";
import { explainMisplaced } from "./explain-misplaced.ts";
import type { FilePatch } from "./patch.ts";
import { type MatchForm, SearchBudget } from "./seek-lines.ts";

/** How much one patch may load (DESIGN 20). */
const MAX_LOADED_BYTES = 4 * MAX_EDIT_BYTES;

/** What one section of a patch did. */
export interface Staged {
  readonly path: string;
  readonly action: "add" | "update" | "delete" | "move";
  /** The path before a move. */
  readonly from?: string;
  readonly added: number;
  readonly removed: number;
  readonly match: MatchForm;
  /** What stood at the section's file before the patch. */
  readonly original: FileBasis | undefined;
  readonly diff: readonly string[];
}

/** Why a patch cannot be applied: nothing was changed. */
export interface StageFailure {
  readonly code: ToolFailureCode;
  readonly path: string;
  readonly problem: string;
}

interface StagedFile {
  readonly path: string;
  readonly original: FileBasis | undefined;
  bytes: Uint8Array | undefined;
  /** The file on disk that it was moved from. */
  modeOf?: string;
}

/** A patch applied to copies in memory: each section sees what the ones before it did, and no file is touched. */
export class PatchStage {
  readonly #load: (path: string) => FileBasis | undefined;
  readonly #files = new Map<string, StagedFile>();
  readonly #budget: SearchBudget = new SearchBudget();
  #loaded = 0;

  constructor(load: (path: string) => FileBasis | undefined) {
    this.#load = load;
  }

  /** Applies one section, or says why it cannot be applied. */
  apply(patch: FilePatch): Staged | StageFailure {
    const file = this.#file(patch.path);
    if (this.#loaded > MAX_LOADED_BYTES)
      return failure("InvalidInput", file.path, "is one file too many: split the patch");
    const staged = this.#section(file, patch);
    if ("problem" in staged) return staged;
    const standing = [...this.#files.values()].filter(({ bytes }) => bytes !== undefined);
    const clash = fileAndFolder(standing.map(({ path }) => path));
    return clash === undefined ? staged : failure("InvalidInput", clash, "is both a file and a folder in this patch");
  }

  #section(file: StagedFile, patch: FilePatch): Staged | StageFailure {
    switch (patch.kind) {
      case "add":
        return this.#add(file, patch.lines);
      case "delete":
        return this.#delete(file);
      case "update":
        return this.#update(file, patch);
      default:
        return patch satisfies never;
    }
  }

  /** What has to change on disk for all sections together; a file that ends as it was is left alone. */
  changes(): readonly FileChange[] {
    return [...this.#files.values()].flatMap(({ path, original, bytes, modeOf }): readonly FileChange[] => {
      const from = original?.digest;
      if (bytes === undefined) return from === undefined ? [] : [{ kind: "remove", path, from }];
      if (original !== undefined && Buffer.compare(original.bytes, bytes) === 0) return [];
      return [{ kind: "put", path, bytes, from, ...(modeOf === undefined ? {} : { modeOf }) }];
    });
  }

  /** What stood at a path before the patch: stands there still when no change names it. */
  originalOf(path: string): FileBasis | undefined {
    return this.#files.get(path)?.original;
  }

  #file(given: string): StagedFile {
    const reading = parseWorkspacePath(given);
    // A path that is none is refused by the workspace, in its words.
    const path = reading.ok ? reading.path : given;
    const known = this.#files.get(path);
    if (known !== undefined) return known;
    const original = this.#load(path);
    const file: StagedFile = { path, original, bytes: original?.bytes };
    this.#loaded += original?.bytes.length ?? 0;
    this.#files.set(path, file);
    return file;
  }

  #add(file: StagedFile, lines: readonly string[]): Staged | StageFailure {
    const { path, original } = file;
    const removed = lineCount(file.bytes);
    const diff = [`+++ ${path}`, ...lines.map((line) => `+${line}`)];
    file.bytes = writeText({ bom: false, text: lines.map((line) => `${line}\n`).join("") });
    if (file.bytes.length > MAX_EDIT_BYTES) return failure("InvalidInput", path, TOO_LARGE);
    return { path, action: "add", added: lines.length, removed, match: "exact", original, diff };
  }

  #delete(file: StagedFile): Staged | StageFailure {
    const { path, original } = file;
    if (file.bytes === undefined) return failure("NotFound", path, "does not exist: it cannot be deleted");
    const removed = lineCount(file.bytes);
    file.bytes = undefined;
    return { path, action: "delete", added: 0, removed, match: "exact", original, diff: [`--- ${path} (deleted)`] };
  }

  #update(file: StagedFile, { to, hunks }: Extract<FilePatch, { kind: "update" }>): Staged | StageFailure {
    const { path, original } = file;
    if (file.bytes === undefined) return failure("NotFound", path, "does not exist: add it with *** Add File");
    const target = to === undefined ? file : this.#file(to);
    const moved = target === file ? undefined : { from: path };
    if (moved === undefined && hunks.length === 0)
      return failure("InvalidInput", path, "is moved to its own place: name another, or give a hunk");
    const head = moved === undefined ? [`--- ${path}`] : [`--- ${path}`, `+++ ${target.path}`];
    if (hunks.length === 0) {
      move(file, target, file.bytes);
      return {
        path: target.path,
        action: "move",
        from: path,
        added: 0,
        removed: 0,
        match: "exact",
        original,
        diff: head,
      };
    }
    const text = readText(file.bytes);
    if (text === undefined) return failure("InvalidInput", path, NO_TEXT);
    const applied = applyHunks(text.text, hunks, this.#budget);
    if (!applied.ok) return failure("InvalidInput", path, explainMisplaced(applied.misplaced, hunks));
    const bytes = rewriteText(text, applied.text);
    if (bytes.length > MAX_EDIT_BYTES) return failure("InvalidInput", path, TOO_LARGE);
    move(file, target, bytes);
    const { added, removed, match } = applied;
    const diff = [...head, ...applied.changes.flatMap(changeLines)];
    return {
      path: target.path,
      action: moved === undefined ? "update" : "move",
      ...moved,
      added,
      removed,
      match,
      original,
      diff,
    };
  }
}

function move(file: StagedFile, target: StagedFile, bytes: Uint8Array): void {
  const modeOf = file.modeOf ?? (file.original === undefined ? undefined : file.path);
  file.bytes = undefined;
  target.bytes = bytes;
  if (modeOf !== undefined && modeOf !== target.path) target.modeOf = modeOf;
}

function failure(code: ToolFailureCode, path: string, problem: string): StageFailure {
  return { code, path, problem };
}

function lineCount(bytes: Uint8Array | undefined): number {
  if (bytes === undefined || bytes.length === 0) return 0;
  let count = 0;
  for (let at = bytes.indexOf(0x0a); at >= 0; at = bytes.indexOf(0x0a, at + 1)) count += 1;
  return bytes.at(-1) === 0x0a ? count : count + 1;
}
