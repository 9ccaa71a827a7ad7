import type { CoordinatorData } from "#host";
import { harmless, paint, type Paper, type Style } from "./paper.ts";

/** What stands first, by why it ended. */
const HEADS: Readonly<Record<CoordinatorData["reason"], readonly [text: string, style: Style]>> = {
  done: ["done", "green"],
  rounds: ["as many workers were started as were asked for", "green"],
  stopped: ["stopped", "yellow"],
  cycle: ["refused", "red"],
  kpi: ["held back by the KPI", "yellow"],
  failure: ["something failed", "red"],
  issues: ["the issues cannot be read", "red"],
  worker: ["no worker can begin", "red"],
};
/** Issues that are named at most. */
const MOST_LEFT = 20;

/** The end of a coordinator: what is closed, what is left and why, and what to type next. As JSON its last row has said it. */
export function coordinator(data: CoordinatorData, paper: Paper): void {
  if (paper.json) return;
  paper.print(
    endLines(data, paper)
      .map((line) => `${line}\n`)
      .join(""),
  );
}

function endLines(data: CoordinatorData, paper: Pick<Paper, "color">): readonly string[] {
  const { reason, message, started, closed, left, totals } = data;
  const isClean = left.length === 0 || reason !== "done";
  const [text, style] = isClean ? HEADS[reason] : (["something is left", "yellow"] as const);
  const workers = `${started} ${started === 1 ? "worker was" : "workers were"} started`;
  const why = message === undefined ? "" : `: ${harmless(message)}`;
  const shown = left.slice(0, MOST_LEFT);
  return [
    `[coordinator] ${paint(paper, style, text)}${why}`,
    `  ${workers}, ${closed.length} closed, ${left.length} left; ${totals.ready} ready, ${totals.inProgress} in progress, ${totals.blocked} blocked`,
    ...shown.map((issue) => `  left: ${leftText(issue)}`),
    ...(left.length > shown.length ? [`  and ${left.length - shown.length} more`] : []),
    ...nextSteps(data).map((step) => paint(paper, "dim", `  ${step}`)),
  ];
}

function leftText({ issueId, title, status, outcome, why }: CoordinatorData["left"][number]): string {
  const said = why === "" ? "" : `: ${harmless(why)}`;
  return `${harmless(issueId)} ${harmless(title)} (${harmless(status)}, worker ${outcome}${said})`;
}

/** What a person may type, by what is left. */
function nextSteps({ reason, left, totals }: CoordinatorData): readonly string[] {
  const first = left[0];
  return [
    ...(first === undefined ? [] : [`look at: tusk issue show ${harmless(first.issueId)}`]),
    ...(reason === "cycle" ? ["look at: tusk dep diagnostics"] : []),
    ...(reason !== "done" || totals.ready > 0 ? ["go on:   tusk coordinator"] : []),
    "check:   tusk verify",
  ];
}
