import { type Digest, parseDigest } from "../digest/digest.ts";

/** What an artifact's reference names: kept bytes, a commit, a witness, a session up to one of its rows, a file of the worktree. */
export type ArtifactName =
  | { readonly kind: "artifact"; readonly digest: Digest }
  | { readonly kind: "witness"; readonly digest: Digest }
  | { readonly kind: "commit"; readonly commit: string }
  | { readonly kind: "session"; readonly sessionId: string; readonly row: number }
  | { readonly kind: "file"; readonly path: string };

const COMMIT = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;
const SESSION = /^([^#]+)#(\d{1,15})$/;

/** What a reference names; undefined for one that nobody can look up. */
export function parseArtifactRef(ref: string): ArtifactName | undefined {
  const found = /^([a-z]+):\/\/(.+)$/su.exec(ref);
  const [, scheme, rest = ""] = found ?? [];
  switch (scheme) {
    case "artifact":
    case "witness": {
      const digest = parseDigest(rest);
      return digest && { kind: scheme, digest };
    }
    case "commit":
      return COMMIT.test(rest) ? { kind: "commit", commit: rest } : undefined;
    case "session": {
      const [, sessionId, row] = SESSION.exec(rest) ?? [];
      return sessionId === undefined ? undefined : { kind: "session", sessionId, row: Number(row) };
    }
    case "file":
      return isInside(rest) ? { kind: "file", path: rest } : undefined;
    case undefined:
    default:
      return undefined;
  }
}

/** The reference of kept bytes. */
export function artifactRef(digest: string): string {
  return `artifact://${digest}`;
}

/** The reference of a session as far as one of its rows: rows behind it change nothing about it. */
export function sessionRef(sessionId: string, row: number): string {
  return `session://${sessionId}#${row}`;
}

/** The reference of a file, by its path from the worktree's root. */
export function fileRef(path: string): string {
  return `file://${path}`;
}

/** A path from the root that does not leave it. */
function isInside(path: string): boolean {
  if (path.startsWith("/") || path.includes("\0")) return false;
  return path.split("/").every((part) => part !== "" && part !== "." && part !== "..");
}
