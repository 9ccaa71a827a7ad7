import type { BackendStatusData, InitData, MigrateEventsData, ReplayEventsData } from "#host";
import type { Render } from "./paper.ts";
import { shows } from "./shows.ts";

/** What `init` found and made. */
export const init: Render<InitData> = shows({
  text: ({ repoRoot, premathDir, issuesPath, migratedFromLegacy, created, mergeDriver }) => [
    `premath init ${repoRoot}`,
    "",
    `  repo root: ${repoRoot}`,
    `  premath dir: ${premathDir}`,
    `  issues path: ${issuesPath}`,
    ...(migratedFromLegacy === null ? [] : [`  migrated from legacy: ${migratedFromLegacy}`]),
    `  created repo root: ${yesNo(created.repoRoot)}`,
    `  created .premath dir: ${yesNo(created.premathDir)}`,
    `  created issues file: ${yesNo(created.issuesFile)}`,
    ...(mergeDriver === undefined ? [] : [`  merge driver: ${mergeDriver}`]),
  ],
});

/** An event log that was written. */
export const migrateEvents: Render<MigrateEventsData> = shows({
  text: ({ issuesPath, eventsPath, issueCount, eventCount, equivalent }) => [
    "premath issue migrate-events",
    `  Issues: ${issuesPath}`,
    `  Events: ${eventsPath}`,
    `  Issue count: ${issueCount}`,
    `  Event count: ${eventCount}`,
    `  Equivalent replay: ${equivalent}`,
  ],
});

/** An event log that was replayed. */
export const replayEvents: Render<ReplayEventsData> = shows({
  text: (data) => [
    "premath issue replay-events",
    `  Events: ${data.eventsPath}`,
    `  Issues: ${data.issuesPath}`,
    `  Cache: ${data.cachePath}`,
    `  Cache hit: ${data.cacheHit}`,
    `  Event count: ${data.eventCount}`,
    `  Issue count: ${data.issueCount}`,
    `  Event stream ref: ${data.eventStreamRef}`,
    `  Snapshot ref: ${data.snapshotRef}`,
    `  Equivalent to existing: ${data.equivalentToExisting ?? "n/a"}`,
  ],
});

/** Where the issues are kept. */
export const backendStatus: Render<BackendStatusData> = shows({
  text: ({ issuesPath, canonicalMemory, repoRoot, queryProjection, jj }) => [
    "premath issue backend-status",
    `  issues: ${issuesPath}`,
    `  issues exists: ${canonicalMemory.exists}`,
    `  repo: ${repoRoot}`,
    `  projection: ${queryProjection.path}`,
    `  projection exists: ${queryProjection.exists}`,
    `  jj state: ${jj.state}`,
    ...(jj.repoRoot === null ? [] : [`  jj repo root: ${jj.repoRoot}`]),
    ...(jj.headChangeId === null ? [] : [`  jj head change: ${jj.headChangeId}`]),
    ...(jj.error === null ? [] : [`  jj error: ${jj.error}`]),
  ],
});

function yesNo(yes: boolean): string {
  return yes ? "yes" : "no";
}
