import type { Digest } from "#kernel";

/** What stands in a folder. A link is never followed. */
export interface WorkspaceEntry {
  readonly name: string;
  readonly kind: "file" | "folder" | "link" | "other";
  /** Bytes of a file; 0 for anything else. */
  readonly size: number;
}

/** A regular file that is open for reading: it stays the same file whatever happens to its name. */
export interface OpenFile {
  readonly size: number;
  /** The descriptor, to be given to a child process as its standard input. */
  readonly descriptor: number;
  /** At most `length` bytes from `offset`; fewer only at the end of the file. */
  readAt(offset: number, length: number): Uint8Array;
  close(): void;
}

/** A folder that a child process may be started in: the folder itself, not its name, so that no link can be put in its place. */
export interface OpenFolder {
  readonly cwd: string;
  close(): void;
}

/** A file's whole content and the digest of its bytes. */
export interface FileContent {
  readonly bytes: Uint8Array;
  readonly digest: Digest;
}

/** What a change starts from. `unread`: the model has not read this file in this session. */
export interface FileBasis extends FileContent {
  readonly basis: "read" | "unread";
}

/** One file as it shall be: with these bytes, or gone. `from` is the digest of what the change was computed from; absent, there was no file. */
export type FileChange =
  | {
      readonly kind: "put";
      readonly path: string;
      readonly bytes: Uint8Array;
      readonly from: Digest | undefined;
      /** Another file whose mode it takes, as one that is moved does; else a file keeps its own. */
      readonly modeOf?: string;
    }
  | { readonly kind: "remove"; readonly path: string; readonly from: Digest };

/** One file that was changed: digests of its bytes before and after (absent: there was no file), who did it and through which tool (T07). */
export interface ArtifactRow {
  readonly path: string;
  readonly before?: Digest;
  readonly after?: Digest;
  /** The role that owns the change. */
  readonly role: string;
  /** The tool that made it. */
  readonly surface: string;
  /** Whether the session had read what it replaced; `created` when there was nothing. */
  readonly basis: "read" | "unread" | "created";
}

/**
 * The files a tool may touch. Paths are relative to the root and walked part by part without following a link; what is read and
 * written is recorded. Every refusal is thrown as `ToolFailed`.
 */
export interface Workspace {
  /** The root for people's eyes; work goes through the methods. */
  readonly root: string;
  /** What stands at a path; undefined when nothing does. */
  entry(path: string): WorkspaceEntry | undefined;
  /** The entries of a folder by name, in byte order. */
  list(path: string): readonly WorkspaceEntry[];
  /** Opens a regular file to be read in parts. */
  open(path: string): OpenFile;
  /** Opens a folder for a child process. */
  enter(path: string): OpenFolder;
  /** A regular file whole, if it has at most `maxBytes`. */
  read(path: string, limits: { readonly maxBytes: number }): FileContent;
  /** Says that the model is shown this content now: a later change of any other content is refused. */
  remember(path: string, digest: Digest): void;
  /** The content that a change starts from; refused when it is protected, or not what this session last read. Undefined: there is no such file. */
  basis(path: string, limits: { readonly maxBytes: number }): FileBasis | undefined;
  /** Makes all changes or none; each file is old or new at every moment, with its mode kept. */
  change(changes: readonly FileChange[]): readonly ArtifactRow[];
}

/** What one call read and wrote. */
export interface WorkspaceRecord {
  /** Paths, each once, in order. */
  readonly reads: readonly string[];
  readonly artifacts: readonly ArtifactRow[];
}

/** The workspace of one call: recorded, and closed when the call is settled, so that a tool that was given up writes nothing later. */
export interface CallWorkspace {
  readonly workspace: Workspace;
  record(): WorkspaceRecord;
  revoke(): void;
}

/** One session in a workspace: it knows what was read last. */
export interface WorkspaceSession {
  readonly root: string;
  /** True when changes are computed and recorded, and no file is changed. */
  readonly dryRun: boolean;
  forCall(surface: string): CallWorkspace;
  close(): void;
}
