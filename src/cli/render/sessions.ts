import type { SessionExportData, SessionListData, SessionShowData, VerifyData } from "#host";
import { printExactJson } from "./exact-json.ts";
import { harmless, paint, type Paper, type Style } from "./paper.ts";
import { printLines } from "./shows.ts";

/** How much of a text stands on one line of a list, and of a session. */
const IN_LIST = 60;
const IN_SHOW = 400;

/** One line for each thing that was walked, then the first bad row, then what was walked. */
export function verify(data: VerifyData, paper: Paper): void {
  if (paper.json) return printExactJson(data, paper);
  const { things, walked, result, first } = data;
  for (const { thing, path, holds, seen, note, first: problem } of things) {
    paper.print(paint(paper, holds ? "green" : "red", holds ? "ok    " : "FAIL  "));
    const why = problem === undefined ? "" : `: ${placeOf(problem)}${problem.problem}`;
    printLines([`${thing} ${path}: ${seen}${note === undefined ? "" : ` (${note})`}${why}`], paper);
  }
  const { sessions, rows, turns, witnesses, workers, workerRows, steps, trajectoryRows, issues, issueEvents } = walked;
  const harness =
    workers + trajectoryRows === 0
      ? ""
      : `${workers} workers (${workerRows} rows, ${steps} steps), ${trajectoryRows} trajectory rows, `;
  const seen = `walked ${sessions} sessions (${rows} rows, ${turns} turns), ${witnesses} witnesses, ${harness}${issues} issues (${issueEvents} events)`;
  if (first !== undefined) printLines([`first bad row: ${first.path}, ${placeOf(first)}${first.problem}`], paper);
  paper.print(
    `${paint(paper, result === "accepted" ? "green" : "red", result === "accepted" ? "everything holds" : "not as it was written")}: ${seen}\n`,
  );
}

function placeOf({ line, seq }: { readonly line?: number; readonly seq?: number }): string {
  const places = [...(line === undefined ? [] : [`line ${line}`]), ...(seq === undefined ? [] : [`row ${seq}`])];
  return places.length === 0 ? "" : `${places.join(", ")}: `;
}

const PHASES: Readonly<Record<SessionListData["sessions"][number]["phase"], Style>> = {
  Completed: "green",
  Failed: "red",
  Interrupted: "yellow",
  Open: "cyan",
};

/** One line for each session. */
export function sessionList(data: SessionListData, paper: Paper): void {
  if (paper.json) return printExactJson(data, paper);
  const { sessions } = data;
  if (sessions.length === 0) return paper.print("no sessions\n");
  const width = Math.max(...sessions.map(({ sessionId }) => sessionId.length));
  for (const { sessionId, began = "-", steps, phase, lastInput = "", problem } of sessions) {
    const id = harmless(sessionId).padEnd(width);
    const state = paint(paper, PHASES[phase], phase.padEnd(11));
    paper.print(`${id}  ${began}  ${String(steps).padStart(4)} steps  ${state}  ${short(lastInput, IN_LIST)}\n`);
    if (problem !== undefined)
      paper.print(`${" ".repeat(width)}  ${paint(paper, "red", `damaged: ${harmless(problem)}`)}\n`);
  }
}

const MARKS: Readonly<Record<SessionShowData["entries"][number]["what"], readonly [string, Style]>> = {
  context: ["#", "dim"],
  input: [">", "bold"],
  reply: ["<", "green"],
  thinking: ["~", "dim"],
  call: ["*", "cyan"],
  result: ["=", "cyan"],
  note: ["!", "dim"],
  answer: ["?", "yellow"],
  decision: ["?", "yellow"],
  fault: ["x", "red"],
  end: [".", "bold"],
  resumed: ["+", "bold"],
};

/** What happened, one thing a line. */
export function sessionShow(data: SessionShowData, paper: Paper): void {
  if (paper.json) return printExactJson(data, paper);
  const { sessionId, began = "-", steps, phase, entries, problem } = data;
  paper.print(
    `${paint(paper, "bold", harmless(sessionId))}  ${began}  ${steps} steps  ${paint(paper, PHASES[phase], phase)}\n`,
  );
  let step: number | undefined;
  for (const entry of entries) {
    if (entry.step !== undefined && entry.step !== step) paper.print(`step ${entry.step}\n`);
    step = entry.step ?? step;
    const [mark, style] = MARKS[entry.what];
    paper.print(`  ${paint(paper, style, mark)} ${entryText(entry)}\n`);
  }
  if (problem !== undefined) paper.print(`${paint(paper, "red", `damaged: ${harmless(problem)}`)}\n`);
}

function entryText({ what, toolCallId, tool, outcome, text }: SessionShowData["entries"][number]): string {
  const said = short(text, IN_SHOW);
  if (what === "call") return `${harmless(toolCallId ?? "")} ${harmless(tool ?? "")} ${said}`;
  if (what === "result") return `${harmless(toolCallId ?? "")} ${harmless(tool ?? "")} ${outcome ?? ""}: ${said}`;
  if (what === "answer") return [toolCallId, said].filter((part) => part !== undefined).join(" ");
  if (what === "resumed") return text === "" ? "taken up" : `taken up; nobody knows the end of ${said}`;
  return said;
}

/** The conversation itself, or where it was written; what was changed on the way stands on standard error. */
export function sessionExport(data: SessionExportData, paper: Paper): void {
  if (paper.json) return printExactJson(data, paper);
  const { to, text, messages, notes, problem } = data;
  if (to === null) paper.print(paper.isTerminal ? text.split("\n").map(harmless).join("\n") : text);
  else printLines([`exported ${messages} messages to ${to}`], paper);
  for (const { change, message } of notes) paper.warn(`note: message ${message}: ${change}\n`);
  if (problem !== undefined)
    paper.warn(`error: the session is damaged, and only what holds was exported: ${harmless(problem)}\n`);
}

/** A text on one line, cut where it is long. */
function short(text: string, most: number): string {
  const line = harmless(text);
  const units = Array.from(line);
  return units.length <= most ? line : `${units.slice(0, most).join("")} ... (${text.length} characters)`;
}
