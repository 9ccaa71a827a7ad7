import type { SessionResumeData } from "#host";
import { exactLine } from "#host";
import { harmless, paint, type Paper, type Style } from "./paper.ts";

const STYLES: Readonly<Record<SessionResumeData["phase"], Style>> = {
  Completed: "green",
  Failed: "red",
  Interrupted: "yellow",
  Open: "cyan",
};
const KNOWN: Readonly<Record<SessionResumeData["settled"][number]["outcome"], string>> = {
  interrupted: "interrupted; nobody knows whether it took effect, and it is not run again",
  not_run: "not run",
};

/** What was settled, how the session stands, and how to go on; as JSON the last line behind its events. */
export function sessionResume(data: SessionResumeData, paper: Paper): void {
  if (paper.json) return paper.print(`${exactLine(data)}\n`);
  const id = harmless(data.sessionId);
  for (const line of data.healed) paper.print(`mended: ${harmless(line)}\n`);
  if (data.run !== undefined) return sayEnd(data, data.run, paper);
  if (data.step === undefined) paper.print(`session ${id}: nothing is open (${data.phase})\n`);
  else paper.print(`session ${id}: step ${data.step} was cut off, and has an end now\n`);
  sayCalls(data, paper);
  const input = data.phase === "Completed" ? " --input <text>" : "";
  paper.print(`go on with: tusk session resume ${id} --agent <module>${input}\n`);
}

function sayCalls({ settled }: SessionResumeData, paper: Paper): void {
  for (const { toolCallId, tool, outcome } of settled)
    paper.print(`  ${harmless(toolCallId)} ${harmless(tool)}: ${KNOWN[outcome]}\n`);
}

function sayEnd(data: SessionResumeData, run: NonNullable<SessionResumeData["run"]>, paper: Paper): void {
  if (data.settled.length > 0) paper.print(`settled before, in step ${data.step ?? 0}:\n`);
  sayCalls(data, paper);
  const why = run.reason === undefined ? "" : `: ${harmless(run.reason)}`;
  const left = `${run.budgetLeft.steps} left`;
  paper.print(`${paint(paper, STYLES[data.phase], data.phase)}${why} (${run.steps} steps, ${left})\n`);
  if (typeof run.output === "string") return;
  if (run.output !== undefined) paper.print(`${harmless(exactLine(run.output))}\n`);
}
