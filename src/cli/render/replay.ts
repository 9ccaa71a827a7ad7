import type { ReplayData } from "#host";
import { printExactJson } from "./exact-json.ts";
import { harmless, paint, type Paper, type Style } from "./paper.ts";
import { printLines } from "./shows.ts";

const WORDS: Readonly<Record<ReplayData["result"], readonly [string, Style]>> = {
  same: ["the same", "green"],
  differs: ["differs", "red"],
  refused: ["refused", "red"],
};

/** What a replay came to: one line, the first difference, and where the session stands. */
export function replay(data: ReplayData, paper: Paper): void {
  if (paper.json) return printExactJson(data, paper);
  const { result, runs, rows, digest, isWhole, difference, refusal, fork } = data;
  const [word, style] = WORDS[result];
  const seen = `${runs} runs, ${rows} rows, ${data.standing.steps} steps, ${digest}`;
  paper.print(
    `${paint(paper, style, word)}: ${seen}${isWhole || result !== "same" ? "" : " (not to the end of the run)"}\n`,
  );
  if (difference !== undefined) printLines(differenceLines(difference), paper);
  if (refusal !== undefined) {
    const place = refusal.row === undefined ? "" : `row ${refusal.row}: `;
    printLines([`${refusal.code}: ${place}${refusal.message}`], paper);
  }
  printStanding(data, paper);
  if (fork !== undefined) printLines([`forked as ${fork.sessionId}: ${fork.path}`], paper);
}

function differenceLines({
  run,
  step,
  row,
  what,
  path,
  recorded,
  replayed,
}: NonNullable<ReplayData["difference"]>): readonly string[] {
  return [
    `first at step ${step} (run ${run}, row ${row} of the cassette): ${what}${path === "" ? "" : `, ${path}`}`,
    `  recorded: ${recorded}`,
    `  replayed: ${replayed}`,
  ];
}

function printStanding({ standing }: ReplayData, paper: Paper): void {
  const { sessionId, steps, phase, messages, budgetLeft, lastRows } = standing;
  const left =
    budgetLeft === undefined
      ? "none"
      : Object.entries(budgetLeft)
          .map(([line, amount]) => `${amount} ${line}`)
          .join(", ");
  paper.print(
    `${harmless(sessionId)} stands behind step ${steps}: ${phase}, ${messages} messages, budget left: ${left}\n`,
  );
  const lines = lastRows.map(
    ({ kind, step, digest }) => `  ${kind}${step === undefined ? "" : ` of step ${step}`}  ${digest}`,
  );
  printLines(lines, paper);
}
