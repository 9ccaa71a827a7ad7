import type { TrajectoryAppendData, TrajectoryQueryData } from "#host";
import type { Render } from "./paper.ts";
import { shows } from "./shows.ts";

/** A row that was appended (contract 2.5). */
export const trajectoryAppend: Render<TrajectoryAppendData> = shows({
  text: ({ path, row: { stepId, resultClass } }) => [
    "premath harness-trajectory append",
    `  Step ID: ${stepId}`,
    `  Result Class: ${resultClass}`,
    `  Path: ${path}`,
  ],
});

/** How steps ended (contract 2.5); groups of failed rows stand instead of the rows, bad lines behind them. */
export const trajectoryQuery: Render<TrajectoryQueryData> = shows({
  text: (data) => [
    "premath harness-trajectory query",
    `  Path: ${data.path}`,
    `  Mode: ${data.mode}`,
    `  Count: ${data.count} (total=${data.totalCount}, failed=${data.failedCount}, retry_needed=${data.retryNeededCount})`,
    ...(data.groups === undefined ? itemLines(data) : groupLines(data)),
    ...badLines(data),
  ],
});

function itemLines({ items }: TrajectoryQueryData): readonly string[] {
  return items.map(
    ({ stepId, resultClass, action, finishedAt }) => `  - ${stepId} [${resultClass}] ${action} (${finishedAt})`,
  );
}

function groupLines({ groupBy, groupCount, groups = [] }: TrajectoryQueryData): readonly string[] {
  return [
    `  Failed by ${groupBy}: ${groupCount}`,
    ...groups.map(
      ({ name, count, retryNeededCount, latestStepId, latestFinishedAt }) =>
        `  - ${name ?? "(none)"}: ${count} (retry_needed=${retryNeededCount}, latest=${latestStepId} ${latestFinishedAt})`,
    ),
  ];
}

function badLines({ badCount, badLines: told = [] }: TrajectoryQueryData): readonly string[] {
  if (badCount === undefined) return [];
  return [`  Bad Lines: ${badCount}`, ...told.map(({ line, problem }) => `  ! line ${line}: ${problem}`)];
}
