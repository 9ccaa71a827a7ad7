import type { TrajectoryAppendData, TrajectoryQueryData } from "#host";
import { resultClassOf } from "#kernel";
import { paint, type Style } from "../paper.ts";
import { bounded, hintLine, printAll } from "./bounded.ts";
import { layOutColumns, oneLine } from "./columns.ts";
import { cutToWidth } from "./display-width.ts";
import { relativeTime } from "./relative-time.ts";
import type { RichPaper, RichRender } from "./rich-paper.ts";

/** A row that was appended. */
export const trajectoryAppend: RichRender<TrajectoryAppendData> = ({ path, row: { stepId, resultClass } }, paper) => {
  const { columns: width } = paper.screen;
  printAll(
    [
      cutToWidth(`recorded ${oneLine(stepId)}: ${oneLine(resultClass)}`, width),
      cutToWidth(`  in ${oneLine(path)}`, width),
      hintLine("harness-trajectory query shows how steps ended", paper),
    ],
    paper,
  );
};

/** How steps ended, in columns; or the failed ones put together. Bad lines are told at the end. */
export const trajectoryQuery: RichRender<TrajectoryQueryData> = (data, paper) => {
  const { totalCount, failedCount, retryNeededCount, groups } = data;
  const rows = groups === undefined ? itemRows(data, paper) : groupRows(data, paper);
  printAll(
    [
      ...rows,
      `${totalCount} steps, ${paint(paper, failedCount === 0 ? "green" : "red", `${failedCount} failed`)}, ${retryNeededCount} to be tried again`,
      ...badLines(data, paper),
      hintLine(hintOf(data), paper),
    ],
    paper,
  );
};

function hintOf({ groups, failedCount }: TrajectoryQueryData): string {
  if (failedCount === 0) return "tusk kpi shows what workers get done";
  return groups === undefined ? "--mode failed lists them, --group-by class counts them" : "--mode failed lists them";
}

function itemRows({ items }: TrajectoryQueryData, paper: RichPaper): readonly string[] {
  const { shown, left } = bounded(items, paper);
  const columns = [
    { head: "WHEN" },
    { head: "STEP" },
    { head: "RESULT" },
    { head: "ACTION", flexible: true },
    { head: "ISSUE", optional: true },
  ] as const;
  const rows = shown.map(({ finishedAt, stepId, resultClass, action, issueId }) => [
    { text: relativeTime(finishedAt, paper.now), style: "dim" as const },
    { text: stepId },
    { text: resultClass, style: classStyle(resultClass) },
    { text: action },
    { text: issueId ?? "-" },
  ]);
  const table = rows.length === 0 ? [] : layOutColumns(columns, rows, { paper, width: paper.screen.columns });
  return [...table, ...more(left)];
}

function classStyle(text: string): Style {
  const { isSuccess, isRetryNeeded } = resultClassOf(text);
  return isSuccess ? "green" : isRetryNeeded ? "yellow" : "red";
}

function groupRows(
  { groupBy = "class", groups = [], groupCount = 0 }: TrajectoryQueryData,
  paper: RichPaper,
): readonly string[] {
  const columns = [
    { head: groupBy.toUpperCase(), flexible: true },
    { head: "FAILED" },
    { head: "RETRY" },
    { head: "LATEST" },
    { head: "STEP", optional: true },
  ] as const;
  const { shown } = bounded(groups, paper);
  const rows = shown.map(({ name, count, retryNeededCount, latestStepId, latestFinishedAt }) => [
    { text: name ?? "(none)" },
    { text: `${count}` },
    { text: `${retryNeededCount}` },
    { text: relativeTime(latestFinishedAt, paper.now), style: "dim" as const },
    { text: latestStepId },
  ]);
  const table = rows.length === 0 ? [] : layOutColumns(columns, rows, { paper, width: paper.screen.columns });
  return [...table, ...more(groupCount - shown.length)];
}

/** There is no switch for all of it: a limit says how many. */
function more(left: number): readonly string[] {
  return left === 0 ? [] : [`… and ${left} more (a larger screen, or --json, shows them)`];
}

function badLines({ badCount = 0, badLines: told = [] }: TrajectoryQueryData, paper: RichPaper): readonly string[] {
  if (badCount === 0) return [];
  const lines = told.map(({ line, problem }) =>
    cutToWidth(`  line ${line}: ${oneLine(problem)}`, paper.screen.columns),
  );
  return [paint(paper, "red", badCount === 1 ? "1 bad line" : `${badCount} bad lines`), ...lines];
}
