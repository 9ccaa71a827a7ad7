import { basename } from "node:path";
import { walkLog, type WalkedLog } from "#kernel";
import { sha256, utf8 } from "#platform";
import { logFiles, logLines } from "./event-log.ts";
import type { StorePaths } from "./store-paths.ts";

/** One clone's log, walked. */
export interface ReadLog extends WalkedLog {
  readonly path: string;
  readonly clone: string;
}

/** Every clone's log, walked from its first row. */
export function readLogs(paths: StorePaths): readonly ReadLog[] {
  return logFiles(paths).map((path) => ({
    path,
    clone: basename(path, ".jsonl"),
    ...walkLog(logLines(path), utf8, sha256),
  }));
}
