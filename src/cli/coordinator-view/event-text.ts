import type { JsonObject } from "#kernel";
import type { CoordinatorRow, WorkerLine } from "#ports";
import { durationText } from "../run-view/amounts.ts";

type Ended = Extract<CoordinatorRow, { readonly kind: "coordinator.ended" }>;
type Started = Extract<CoordinatorRow, { readonly kind: "coordinator.started" }>;

/** What a coordinator says, as one line for people; undefined for what others say already. Not yet harmless: titles are anybody's. */
export function coordinatorText(row: CoordinatorRow): string | undefined {
  const said = saidText(row);
  return said === undefined ? undefined : `[coordinator] ${said}`;
}

function saidText(row: CoordinatorRow): string | undefined {
  switch (row.kind) {
    case "coordinator.pass":
      return `round=${row.round} ready=${row.totals.ready}`;
    case "coordinator.started":
      return startedText(row);
    case "coordinator.busy":
      return `${row.worker} is the name of a worker that runs already; the next one takes its place`;
    case "coordinator.ended":
      return endedText(row);
    case "coordinator.paused":
      return `${row.reason === "kpi" ? "no additional worker" : "nothing more"} is started: ${row.message}; type: ${row.command}`;
    case "coordinator.silent":
      return `${row.worker} has said nothing for ${durationText(row.silentMs)}: ${row.sent === "stop" ? "told to stop" : "killed"}`;
    case "coordinator.stopping":
      return `${row.message}; once more ends them now`;
    case "coordinator.noted":
      return `${row.worker} said something that nobody here understands: ${row.message}`;
    case "coordinator.finished":
      return undefined;
    default:
      return row satisfies never;
  }
}

function startedText({ worker, issueId, title, attempt, reclaimed }: Started): string {
  const facts = [
    ...(attempt > 1 ? [`attempt ${attempt}`] : []),
    ...(reclaimed ? ["a worker that is gone had it"] : []),
  ];
  return `${worker} starts on ${issueId} ${title}${facts.length === 0 ? "" : ` (${facts.join(", ")})`}`;
}

/** How ends are told that a worker does not tell itself. */
const ENDS: Readonly<Record<Ended["outcome"], (row: Ended) => string | undefined>> = {
  done: () => undefined,
  idle: ({ worker }) => `${worker} found nothing to take`,
  failed: (row) => `${row.worker} failed on ${row.issueId}${because(row)}${again(row)}`,
  stopped: ({ worker, issueId }) => `${worker} has stopped and handed ${issueId} off`,
  died: (row) =>
    `${row.worker} died on ${row.issueId} (${row.signal ?? `exit ${row.exit ?? "unknown"}`})${because(row)}${again(row)}`,
  unusable: (row) => `${row.worker} cannot begin${because(row)}`,
};

function endedText(row: Ended): string | undefined {
  return ENDS[row.outcome](row);
}

function because({ reason }: Ended): string {
  return reason === undefined ? "" : `: ${reason}`;
}

function again({ againInMs }: Ended): string {
  return againInMs === undefined ? "" : `; once more in ${durationText(againInMs)}`;
}

type Told = (row: JsonObject) => string | undefined;

/** The rows of a worker that people hear of. */
const ROWS: Readonly<Record<string, Told>> = {
  "boot.reconciled": (row) => joined(row["actions"], "took up: "),
  "step.claimed": (row) => `claimed ${text(row["issueId"])}`,
  "step.verified": (row) =>
    `checks ${row["verdict"] === "holds" ? "hold" : "fail"} ${row["when"] === "before" ? "before" : "after"} work on ${text(row["issueId"])}`,
  "step.refused": (row) => `refused ${text(row["issueId"])}${joined(row["classes"], ": ") ?? ""}`,
  "step.unmerged": (row) => `${text(row["issueId"])} is not merged: ${text(row["reason"])} (${text(row["branch"])})`,
  // The contract's line (3.1).
  "step.closed": (row) => `closed issue ${text(row["issueId"])}`,
  "step.retry": (row) => `tries ${text(row["issueId"])} again: ${text(row["matchedFailureClass"])}`,
  "step.escalated": (row) => `escalated ${text(row["issueId"])}: ${text(row["outcome"])}`,
  "stop.handoff": (row) => `handed off ${text(row["issueId"])}: ${text(row["reason"])}`,
};

/** What a worker says, as one line for people; undefined for steps on the way. */
export function workerText(line: WorkerLine): string | undefined {
  if (line.kind !== "row") return undefined;
  const { kind } = line.row;
  const told = Object.hasOwn(ROWS, kind) ? ROWS[kind]?.(line.row) : undefined;
  return told === undefined ? undefined : `[worker:${line.worker}] ${told}`;
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function joined(value: unknown, before: string): string | undefined {
  const words = Array.isArray(value) ? value.filter((word) => typeof word === "string") : [];
  return words.length === 0 ? undefined : `${before}${words.join(", ")}`;
}
