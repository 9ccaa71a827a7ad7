import { type IssueEvent, migrateToEvents, readEvents, replayEvents, storesEquivalent, writeEvent } from "#kernel";
import type { Arguments, HostPorts, Outcome } from "../action.ts";
import { failed } from "../failed.ts";
import { saveFile } from "../save-file.ts";
import { readingIssues } from "../with-issues.ts";

/** An event log that was written. */
export interface MigrateEventsData {
  readonly action: "issue.migrate-events";
  readonly issuesPath: string;
  readonly eventsPath: string;
  readonly issueCount: number;
  readonly eventCount: number;
  readonly equivalent: true;
}

/** Writes the issues as events, reads them back and replays them: the log says the same as the file, or the command fails (contract memory 1.9). */
export function run(args: Arguments, ports: HostPorts): Promise<Outcome<MigrateEventsData>> {
  return readingIssues(args, ports, ({ store, path }) => {
    const eventsPath = args.values.get("events") ?? "";
    const { issues } = store.load();
    const events = migrateToEvents(issues.values());
    const words = { folder: "events directory", file: "save", ofLines: true, issues: path } as const;
    const failure = saveFile(eventsPath, linesOf(events), words, ports);
    if (failure !== undefined) return failure;
    const written = ports.readInput(eventsPath);
    const read = written.ok ? readEvents(written.bytes, ports.utf8) : { ok: false as const, message: written.reason };
    const replayed = read.ok ? replayEvents(read.events) : read;
    if (!replayed.ok)
      return failed(
        `failed to replay ${eventsPath}: ${replayed.message}`,
        "issue check and dep diagnostics show what is wrong",
      );
    if (!storesEquivalent(issues.values(), replayed.issues.values()))
      return failed(
        `migration replay mismatch between ${path} and ${eventsPath}`,
        "the issues changed meanwhile; try again",
      );
    const counts = { issueCount: issues.size, eventCount: events.length };
    return {
      ok: true,
      data: { action: "issue.migrate-events", issuesPath: path, eventsPath, ...counts, equivalent: true },
    };
  });
}

function linesOf(events: readonly IssueEvent[]): string {
  return events.map((event) => `${writeEvent(event)}\n`).join("");
}
