import { readFileSync } from "node:fs";
import type { IssueIndex } from "./issue-index.ts";
import { logFiles } from "./event-log.ts";
import type { StorePaths } from "./store-paths.ts";

const LINK = String.raw`^\{"self":"[^"]*","schema":"tusk\.issue\.log\.v1","seq":\d+,(?:"prev":"[^"]*",)?`;
const CHANGE = new RegExp(String.raw`${LINK}"kind":"(changed|dropped|voided)","at":"[^"]*","mutation":"([^"]*)"`);
const ADOPTION = new RegExp(String.raw`${LINK}"kind":"adopted"`);

/** Takes from every clone's log which mutations were applied. Reads by the form we write. */
export function scanLogs(paths: StorePaths, index: IssueIndex): void {
  for (const path of logFiles(paths)) {
    // What one clone voided another one may have applied.
    const applied = new Set<string>();
    for (const line of readFileSync(path, "utf8").split("\n")) {
      const [, kind, mutation = ""] = CHANGE.exec(line) ?? [];
      if (kind === "voided") applied.delete(mutation);
      else if (kind !== undefined) applied.add(mutation);
    }
    for (const mutation of applied) index.markApplied(mutation, true);
  }
}

/** The digests under which rows of other tools are known, and of each id the last one that some log took over. */
export function adoptedRows(paths: StorePaths): {
  readonly last: ReadonlyMap<string, string>;
  readonly known: ReadonlySet<string>;
} {
  const last = new Map<string, string>();
  const known = new Set<string>();
  for (const path of logFiles(paths))
    for (const line of readFileSync(path, "utf8").split("\n"))
      for (const [id, digest] of ADOPTION.test(line) ? rowsIn(line) : []) {
        last.set(id, digest);
        known.add(digest);
      }
  return { last, known };
}

function rowsIn(line: string): readonly (readonly [string, string])[] {
  try {
    // Our own line, by its beginning; that its row still has its digest is for verify to say.
    return Object.entries((JSON.parse(line) as { readonly rows: Readonly<Record<string, string>> }).rows);
  } catch (error) {
    // A damaged line adopts nothing.
    if (error instanceof SyntaxError || error instanceof TypeError) return [];
    throw error;
  }
}
