import {
  contractRow,
  eventStreamRef,
  type Issue,
  type IssueEvent,
  type IssueMutation,
  readEvents,
  replayEvents,
  snapshotRef,
  storesEquivalent,
} from "#kernel";
import type { Arguments, Failed, HostPorts, Outcome } from "../action.ts";
import { changeIssues } from "../change-issues.ts";
import { failed, MACHINE_HINT } from "../failed.ts";
import { storeFailure } from "../issue-refusal.ts";
import { below, folderOf } from "../path-text.ts";
import { isCached, saveCache } from "../replay-cache.ts";
import { refuseStoreFile } from "../save-file.ts";
import { type Command, withIssues } from "../with-issues.ts";

/** What replaying an event log came to. */
export interface ReplayEventsData {
  readonly action: "issue.replay-events";
  readonly eventsPath: string;
  readonly issuesPath: string;
  readonly cachePath: string;
  readonly cacheHit: boolean;
  readonly eventCount: number;
  readonly issueCount: number;
  readonly eventStreamRef: string;
  readonly snapshotRef: string;
  /** Null when there was no issue file. */
  readonly equivalentToExisting: boolean | null;
}

/** Makes the issue file what an event log says; one that says so already is left alone (contract memory 1.9, 2). */
export async function run(args: Arguments, ports: HostPorts): Promise<Outcome<ReplayEventsData>> {
  const eventsPath = args.values.get("events") ?? "";
  if (ports.kindOf(eventsPath) === "missing")
    return failed(`events file not found: ${eventsPath}`, "--events names one; issue migrate-events writes one");
  const input = ports.readInput(eventsPath);
  const read = input.ok ? readEvents(input.bytes, ports.utf8) : unreadable(eventsPath, input.reason, ports);
  if (!read.ok)
    return failed(`failed to load ${eventsPath}: ${read.message}`, "nothing was changed; mend that line first");
  return withIssues(args, ports, { voice: "mutation", file: false }, (command) =>
    replay(command, eventsPath, read.events),
  );
}

/** A folder opens, and fails at its first line; anything else does not open. */
function unreadable(path: string, reason: string, ports: HostPorts): { readonly ok: false; readonly message: string } {
  const place = ports.kindOf(path) === "folder" ? "line 1: I/O error: " : `line 0: I/O error: ${path}: `;
  return { ok: false, message: `${place}${reason}` };
}

async function replay(
  command: Command,
  eventsPath: string,
  events: readonly IssueEvent[],
): Promise<Outcome<ReplayEventsData>> {
  const { args, ports, path: issuesPath } = command;
  const existing = loadExisting(command);
  if (!existing.ok) return existing;
  const stream = eventStreamRef(events, ports.sha256);
  const cachePath = args.values.get("cache") ?? below(folderOf(issuesPath), "replay-cache.json");
  const refused = refuseStoreFile(cachePath, issuesPath, ports);
  if (refused !== undefined) return refused;
  const paths = { eventsPath, issuesPath };
  const answer = (cacheHit: boolean, found: Found): ReplayEventsData => ({
    action: "issue.replay-events",
    ...paths,
    cachePath,
    cacheHit,
    eventCount: events.length,
    eventStreamRef: stream,
    ...found,
  });
  if (existing.data !== undefined) {
    const found = { ...foundIn(existing.data, ports), equivalentToExisting: true };
    if (isCached(cachePath, answer(true, found), ports)) return { ok: true, data: answer(true, found) };
  }
  const replayed = replayEvents(events);
  if (!replayed.ok)
    return failed(`failed to replay ${eventsPath}: ${replayed.message}`, "nothing was changed; mend that event first");
  const equivalent = existing.data && storesEquivalent(existing.data.values(), replayed.issues.values());
  if (equivalent !== true) {
    const blocked = blockedFolder(command);
    if (blocked !== undefined) return blocked;
    const made = await changeIssues(command, { mutation: importOf(replayed.issues, eventsPath, ports) });
    if (!made.ok) return made;
  }
  const data = answer(false, { ...foundIn(replayed.issues, ports), equivalentToExisting: equivalent ?? null });
  return saveCache(cachePath, data, ports) ?? { ok: true, data };
}

type Found = Pick<ReplayEventsData, "issueCount" | "snapshotRef" | "equivalentToExisting">;

function foundIn(issues: ReadonlyMap<string, Issue>, { sha256 }: HostPorts): Omit<Found, "equivalentToExisting"> {
  return { issueCount: issues.size, snapshotRef: snapshotRef(issues.values(), sha256) };
}

/** What the issue file says now; undefined when there is none. */
function loadExisting({ store, path, ports }: Command): Outcome<ReadonlyMap<string, Issue> | undefined> {
  if (ports.kindOf(path) === "missing") return { ok: true, data: undefined };
  try {
    return { ok: true, data: store.load().issues };
  } catch (error) {
    return storeFailure(error, path, "read");
  }
}

/** A file stands where the issue file's folder should be: the reference tries to make that one first. */
function blockedFolder({ path, ports }: Command): Failed | undefined {
  const folder = folderOf(path);
  const kind = ports.kindOf(folder);
  if (kind === "folder" || kind === "missing") return undefined;
  return failed(`failed to create issues directory ${folder}: File exists (os error 17)`, MACHINE_HINT);
}

function importOf(issues: ReadonlyMap<string, Issue>, source: string, ports: HostPorts): IssueMutation {
  const rows = [...issues.values()].map((issue) => contractRow(issue));
  return { action: "issue.import", args: { mode: "replace", source, rows, request: ports.newRequestId() } };
}
