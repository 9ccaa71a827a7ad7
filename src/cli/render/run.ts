import { exactLine, type Failed, type IssueRunData, type RunData } from "#host";
import { costText, tokensText } from "../run-view/amounts.ts";
import { worker } from "./workers.ts";
import { harmless, paint, type Paper, type Style } from "./paper.ts";

const STYLES: Readonly<Record<RunData["phase"], Style>> = {
  Completed: "green",
  Failed: "red",
  Interrupted: "yellow",
};
/** Files that are named at most. */
const MOST_FILES = 12;

/** The end of a run: how it ended, what it came to, where it is, and what comes next. As JSON the last line behind its events. */
export function run(data: RunData | IssueRunData, paper: Paper): void {
  if (data.action === "run.issues") return worker(data, paper);
  if (paper.json) return paper.print(`${exactLine(endedEvent(data))}\n`);
  // Beside a pipe standard output holds what the model said, and nothing else.
  const tell = paper.isTerminal ? paper.print : paper.warn;
  tell(
    endLines(data, paper)
      .map((line) => `${line}\n`)
      .join(""),
  );
}

/** What the last line of `--json` says. */
export function endedEvent(data: RunData): object {
  const { sessionId, phase, steps, usage, budgetLeft, output, error, reason, changed, path, cassette } = data;
  const ended = { sessionId, phase, steps, usage, budgetLeft, output, error, reason, changed, journal: path, cassette };
  return { schema: "tusk.run.v1", kind: "RunEnded", ...ended };
}

/** What `--json` says instead where nothing could begin. */
export function refusedEvent({ message, hint, exit }: Failed): object {
  return { schema: "tusk.run.v1", kind: "RunRefused", exit: exit ?? 2, message, hint };
}

/** The block at the end, for people. */
export function endLines(data: RunData, paper: Pick<Paper, "color">): readonly string[] {
  const { phase, changed, path, cassette } = data;
  const head = `${paint(paper, STYLES[phase], phase.toLowerCase())}${why(data)}`;
  const files = changed.slice(0, MOST_FILES).map(harmless).join(", ");
  const more = changed.length > MOST_FILES ? ` and ${changed.length - MOST_FILES} more` : "";
  const lines = [
    `  ${amounts(data)}`,
    ...(changed.length === 0 ? [] : [`  changed: ${files}${more}`]),
    `  session: ${harmless(path)}${cassette === undefined ? "" : ` (recorded: ${harmless(cassette)})`}`,
    ...nextSteps(data).map((step) => `  ${step}`),
  ];
  return [head, ...lines.map((line) => paint(paper, "dim", line))];
}

function why({ error, output, phase, sessionId, resumeFlags }: RunData): string {
  if (phase === "Completed")
    return typeof output === "string" && output.trim() === "" ? ": the model said nothing" : "";
  if (phase === "Interrupted") return `; go on with: tusk run --resume ${harmless(sessionId)}${harmless(resumeFlags)}`;
  return error === undefined ? "" : `: ${error.category}: ${harmless(error.message)}`;
}

function amounts({ steps, runSteps, usage, budgetLeft }: RunData): string {
  const { inputTokens, outputTokens, costMicros } = usage;
  const parts = [
    // Every run may take as many steps as are allowed, however many the session has.
    `${steps} ${steps === 1 ? "step" : "steps"}${runSteps === steps ? "" : ` in all, ${runSteps} in this run`} (${budgetLeft.steps} left)`,
    `${tokensText(inputTokens)} tokens in, ${tokensText(outputTokens)} out`,
  ];
  if (costMicros !== undefined && costMicros > 0) parts.push(costText(costMicros));
  if (budgetLeft.costMicros !== undefined) parts.push(`${costText(budgetLeft.costMicros)} left`);
  return parts.join(", ");
}

/** What was kept is in the session; the commands that show it, go on with it and check it. */
function nextSteps({ phase, sessionId, stateFlag, resumeFlags, cassette }: RunData): readonly string[] {
  const [id, state] = [harmless(sessionId), stateOf(stateFlag)];
  return [
    // One that was interrupted has said so already.
    ...(phase === "Interrupted"
      ? []
      : [`go on:   tusk run --resume ${id}${phase === "Completed" ? ' "..."' : ""}${harmless(resumeFlags)}`]),
    `look at: tusk session show ${id}${state}`,
    `check:   tusk verify${state}`,
    ...(cassette === undefined ? [] : [`replay:  tusk replay ${id}${state}`]),
  ];
}

function stateOf(flag: string | undefined): string {
  return flag === undefined ? "" : ` --state ${harmless(flag)}`;
}
