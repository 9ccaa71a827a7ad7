import { closeSync, readdirSync } from "node:fs";
import { byCodePoint, type Digest } from "#kernel";
import {
  type ArtifactRow,
  type FileBasis,
  type FileChange,
  type FileContent,
  type OpenFile,
  type OpenFolder,
  ToolFailed,
  type Workspace,
  type WorkspaceEntry,
  type WorkspaceRecord,
} from "#ports";
import { commitChanges } from "./commit-changes.ts";
import type { DraftLedger } from "./draft-ledger.ts";
import { isMissing, withPath } from "./file-failure.ts";
import { draftOwner } from "./ledger-rows.ts";
import {
  assertUnprotected,
  type Ground,
  planChanges,
  type PlannedChange,
  type UsablePath,
  usablePath,
} from "./plan-change.ts";
import { openFileOf, openRegular, readWhole } from "./regular-file.ts";
import type { SessionMemory } from "./session-memory.ts";
import { inParent, inside, lookAt, openFolderBelow } from "./walk.ts";

/** What the calls of one session share. */
export interface SessionParts extends Ground {
  readonly rootPath: string;
  readonly role: string;
  readonly dryRun: boolean;
  readonly memory: SessionMemory;
  readonly ledger: DraftLedger;
}

interface Limits {
  readonly maxBytes: number;
}

/** What a call records that touches no file. */
const NOTHING: WorkspaceRecord = Object.freeze({ reads: Object.freeze([]), artifacts: Object.freeze([]) });

/** The workspace of one call: each file operation in it, recorded, and over when the call is. */
export class RecordedWorkspace implements Workspace {
  readonly root: string;
  readonly #session: SessionParts;
  readonly #surface: string;
  readonly #reads = new Set<string>();
  readonly #artifacts: ArtifactRow[] = [];
  readonly #open = new Set<{ close(): void }>();
  #over = false;

  constructor(session: SessionParts, surface: string) {
    this.root = session.rootPath;
    this.#session = session;
    this.#surface = surface;
  }

  entry(path: string): WorkspaceEntry | undefined {
    return this.#at(path, (usable) => {
      if (usable.parts.length === 0) return { name: ".", kind: "folder", size: 0 };
      return ifThere(() => inParent(this.#session.root, usable, entryAt));
    });
  }

  list(path: string): readonly WorkspaceEntry[] {
    return this.#at(path, (usable) => {
      const folder = this.#openFolder(usable);
      try {
        const names = readdirSync(inside(folder, ".")).sort(byCodePoint);
        // Drafts of a change are nobody's files.
        return names.flatMap((name) => (draftOwner(name) === undefined ? (entryAt(folder, name) ?? []) : []));
      } finally {
        closeSync(folder);
      }
    });
  }

  open(path: string): OpenFile {
    return this.#at(path, (usable) => {
      const file = inParent(this.#session.root, usable, (folder, name) => openRegular(folder, name, usable.path));
      this.#reads.add(usable.path);
      return this.#kept(openFileOf(file.descriptor, Number(file.stats.size), (closed) => this.#open.delete(closed)));
    });
  }

  enter(path: string): OpenFolder {
    return this.#at(path, (usable) => {
      const folder = this.#openFolder(usable);
      const held: OpenFolder = {
        cwd: `/proc/self/fd/${folder}`,
        close: () => {
          // What is closed is no longer held: the number may belong to another file by then.
          if (this.#open.delete(held)) closeSync(folder);
        },
      };
      return this.#kept(held);
    });
  }

  read(path: string, limits: Limits): FileContent {
    return this.#at(path, (usable) => {
      const content = this.#content(usable, limits);
      this.#reads.add(usable.path);
      return content;
    });
  }

  remember(path: string, digest: Digest): void {
    this.#at(path, (usable) => this.#session.memory.remember(usable.path, digest));
  }

  basis(path: string, limits: Limits): FileBasis | undefined {
    return this.#at(path, (usable) => {
      assertUnprotected(usable, this.#session.own);
      const content = ifThere(() => this.#content(usable, limits));
      if (content === undefined) {
        this.#session.memory.assertNotGone(usable.path);
        return undefined;
      }
      return { ...content, basis: this.#session.memory.basisOf(usable.path, content.digest) };
    });
  }

  change(changes: readonly FileChange[]): readonly ArtifactRow[] {
    this.#assertNotOver();
    const { root, dryRun, ledger, memory } = this.#session;
    const plans = planChanges(changes, this.#session);
    const rows = plans.map((plan) => this.#rowOf(plan));
    if (dryRun) return this.#record(rows);
    commitChanges(root, plans, ledger);
    for (const { path, after } of plans) {
      if (after === undefined) memory.forget(path);
      else memory.remember(path, after);
    }
    return this.#record(rows);
  }

  /** Nothing can be done through it from now on; what it held open is closed. */
  end(): void {
    this.#over = true;
    for (const held of this.#open) held.close();
  }

  recorded(): WorkspaceRecord {
    if (this.#reads.size === 0 && this.#artifacts.length === 0) return NOTHING;
    return { reads: [...this.#reads].sort(byCodePoint), artifacts: [...this.#artifacts] };
  }

  #record(rows: readonly ArtifactRow[]): readonly ArtifactRow[] {
    this.#artifacts.push(...rows);
    return rows;
  }

  #rowOf({ path, before, after }: PlannedChange): ArtifactRow {
    const { role, memory } = this.#session;
    // Evidence: whoever is given the row must not change it.
    return Object.freeze({
      path,
      ...(before === undefined ? {} : { before: before.digest }),
      ...(after === undefined ? {} : { after }),
      role,
      surface: this.#surface,
      basis: before === undefined ? "created" : memory.basisOf(path, before.digest),
    });
  }

  #content(usable: UsablePath, { maxBytes }: Limits): FileContent {
    return inParent(this.#session.root, usable, (folder, name) => {
      const { descriptor, stats } = openRegular(folder, name, usable.path);
      try {
        const bytes = readWhole(descriptor, Number(stats.size), { maxBytes, path: usable.path });
        return { bytes, digest: this.#session.recent.digestOf(bytes) };
      } finally {
        closeSync(descriptor);
      }
    });
  }

  #openFolder({ path, parts }: UsablePath): number {
    const folder = openFolderBelow(this.#session.root, parts, { path });
    this.#reads.add(path);
    return folder;
  }

  #kept<T extends { close(): void }>(held: T): T {
    this.#open.add(held);
    return held;
  }

  #at<T>(text: string, work: (usable: UsablePath) => T): T {
    this.#assertNotOver();
    const usable = usablePath(text);
    return withPath(usable.path, () => work(usable));
  }

  #assertNotOver(): void {
    // A tool that was given up must not change anything behind the back of whoever reads its result.
    if (this.#over) throw new ToolFailed("Interrupted", "this call is over: its workspace is closed");
  }
}

function entryAt(folder: number, name: string): WorkspaceEntry | undefined {
  const found = lookAt(folder, name);
  if (found === undefined) return undefined;
  const kind = found.isFile() ? "file" : found.isDirectory() ? "folder" : found.isSymbolicLink() ? "link" : "other";
  return { name, kind, size: kind === "file" ? Number(found.size) : 0 };
}

/** The answer, or undefined where what was asked for is not there. */
function ifThere<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}
