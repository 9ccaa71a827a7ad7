import { isJsonObject, type Json, readJson } from "#kernel";
import type { Failed, HostPorts } from "./action.ts";
import { saveFile } from "./save-file.ts";

const SCHEMA = "issue.replay.cache.v1";

/** What a replay came to, remembered beside the issue file, fields in the contract's order (memory 2). */
export interface ReplayCache {
  readonly schema: typeof SCHEMA;
  readonly eventsPath: string;
  readonly issuesPath: string;
  readonly eventStreamRef: string;
  readonly snapshotRef: string;
  readonly eventCount: number;
  readonly issueCount: number;
}

const COMPARED = ["schema", "eventsPath", "issuesPath", "eventStreamRef", "snapshotRef"] as const;

/** What it must say to be a cache, whatever it says. */
const COUNTED = ["eventCount", "issueCount"] as const;

/** Whether the file remembers this very replay; one that cannot be read remembers nothing. */
export function isCached(path: string, expected: Omit<ReplayCache, "schema">, ports: HostPorts): boolean {
  if (ports.kindOf(path) !== "file") return false;
  const input = ports.readInput(path);
  const reading = input.ok ? readJson(input.bytes, ports.utf8) : undefined;
  if (reading === undefined || !reading.ok || !isJsonObject(reading.value)) return false;
  const { value } = reading;
  const wanted: ReplayCache = { schema: SCHEMA, ...expected };
  return COMPARED.every((key) => value[key] === wanted[key]) && COUNTED.every((key) => isCount(value[key]));
}

function isCount(value: Json | undefined): boolean {
  return (Number.isSafeInteger(value) || typeof value === "bigint") && Number(value) >= 0;
}

/** Remembers a replay; answers why not. */
export function saveCache(
  path: string,
  { eventsPath, issuesPath, eventStreamRef, snapshotRef, eventCount, issueCount }: Omit<ReplayCache, "schema">,
  ports: HostPorts,
): Failed | undefined {
  const cache: ReplayCache = {
    schema: SCHEMA,
    eventsPath,
    issuesPath,
    eventStreamRef,
    snapshotRef,
    eventCount,
    issueCount,
  };
  const words = { folder: "replay cache directory", file: "write replay cache", issues: issuesPath };
  return saveFile(path, JSON.stringify(cache, null, 2), words, ports);
}
