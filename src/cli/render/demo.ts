import type { DemoData } from "#host";
import { quoted } from "../command-line.ts";
import { head } from "../demo/demo-lines.ts";
import { harmless, paint, type Paper } from "./paper.ts";
import { printPayload } from "./shows.ts";

/** What a demonstration came to: what is closed and what is not, what the files say of it, where they are, and what to type next. */
export function demo(data: DemoData, paper: Paper): void {
  if (paper.json) return printPayload(data, paper);
  const lines = ["", head(3, "What came of it", paper), ...resultLines(data, paper), "", ...endLines(data, paper)];
  paper.print(`${lines.join("\n")}\n`);
}

function resultLines(data: DemoData, paper: Paper): readonly string[] {
  const { closed, issues, left, refusals, killed, kpi, verified, commits, problem } = data;
  const refused = [...new Set(refusals.map(({ issueId }) => issueId))].join(", ");
  const mark = (holds: boolean, text: string): string =>
    `   ${paint(paper, holds ? "green" : "red", holds ? "ok  " : "FAIL")}  ${text}`;
  const { rows, turns, witnesses } = verified.walked;
  const found = verified.first === undefined ? "" : `: ${harmless(verified.first.problem)}`;
  return [
    mark(closed.length === issues, `${closed.length} of ${issues} issues are fixed, verified, merged and closed`),
    ...left.map(
      ({ issueId, title, why }) =>
        `         left: ${issueId} ${harmless(title)}${why === "" ? "" : ` (${harmless(why)})`}`,
    ),
    ...(problem === undefined ? [] : [`         ${harmless(problem)}`]),
    `   ${paint(paper, "dim", "    ")}  the gate refused ${count(refusals.length, "attempt")}${refused === "" ? "" : ` (${refused})`}: work is believed when its checks hold, not when the model says so`,
    mark(
      killed?.isTakenUp === true,
      killed === undefined
        ? "no worker was killed: none came to where it would have been"
        : `${killed.worker} was killed -9 in the middle of ${killed.issueId}${killed.isTakenUp ? ", and another process went on from the files" : ", and nobody has gone on yet"}`,
    ),
    mark(
      verified.result === "accepted",
      `tusk verify: ${count(rows, "row")} of journals, ${count(turns, "turn")} judged again, ${count(witnesses, "witness", "witnesses")}${found}`,
    ),
    `         tusk kpi: ${kpi.state}, ${(kpi.gatePassRate * 100).toFixed(0)} % of steps passed`,
    ...commits.slice(0, 8).map((commit) => paint(paper, "dim", `         ${harmless(commit)}`)),
  ];
}

function count(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}

function endLines({ folder, program, refusals, killed, closed, issues }: DemoData, paper: Paper): readonly string[] {
  const title =
    closed.length === issues
      ? "Everything is there to look at"
      : "Not everything was done; everything is there to look at";
  const [refusal] = refusals;
  const next: readonly (readonly [string, string])[] = [
    [`cd ${quoted(folder)}`, "it stays until you delete it"],
    [`${program} session list`, "what the model said and did"],
    ...(killed === undefined
      ? []
      : [[`${program} session show ${killed.sessionId}`, "the session that was killed"] as const]),
    ...(refusal === undefined
      ? []
      : [[`${program} explain ${refusal.classes[0] ?? ""}`, "why the gate refused"] as const]),
    ["git log --format=full", "commits name issue and witness"],
    [`${program} run "..." --model anthropic/...`, "your own task, with a key"],
  ];
  const width = Math.max(...next.map(([command]) => command.length));
  return [
    head(4, title, paper),
    ...next.map(([command, about]) => `   ${command.padEnd(width)}  ${paint(paper, "dim", about)}`),
  ];
}
