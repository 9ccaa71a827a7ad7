import { exactLine } from "#host";
import type { PermissionAnswer, PermissionQuestion } from "#ports";
import type { Key } from "./keys.ts";
import { toolSummary } from "./tool-summary.ts";

/** What the keys of a question mean. */
const ANSWERS: Readonly<Record<string, Pick<PermissionAnswer, "decision" | "scope">>> = {
  y: { decision: "approved", scope: "once" },
  s: { decision: "approved", scope: "session" },
  n: { decision: "refused", scope: "once" },
  N: { decision: "refused", scope: "session" },
};

/** A key that comes sooner behind a question was meant for something else: nobody has read it yet. */
export const READING_MS = 500;

/** Says which keys there are. */
export const ANSWER_KEYS = "y once   s for this session   n no   N never in this session";

/** How an answer is told afterwards. */
const TOLD: Readonly<Record<PermissionAnswer["decision"], Readonly<Record<PermissionAnswer["scope"], string>>>> = {
  approved: { once: "allowed once", session: "allowed for this session" },
  refused: { once: "refused", session: "refused for this session" },
};

/** The answer that a key means; undefined for every other key. */
export function answerOf(key: Key): Pick<PermissionAnswer, "decision" | "scope"> | undefined {
  if (key.kind !== "text") return undefined;
  return Object.hasOwn(ANSWERS, key.text) ? ANSWERS[key.text] : undefined;
}

/** What became of a question, in a few words. */
export function answerText(answer: Pick<PermissionAnswer, "decision" | "scope"> | undefined): string {
  return answer === undefined ? "not answered in time: refused" : TOLD[answer.decision][answer.scope];
}

/** Lines of arguments and reasons that are shown at most. */
const MOST_LINES = 12;
const MOST_REASONS = 5;

/** What is asked, line by line and uncoloured: the call whole as far as it is short, the rule, and why it asks. */
export function questionLines({ tool, args, ruleId, reasons }: PermissionQuestion): readonly string[] {
  const detail = detailLines(tool, args);
  const asking = reasons.filter(({ effect }) => effect !== "allow");
  const shown = (asking.length === 0 ? reasons : asking).slice(0, MOST_REASONS);
  return [
    ...(detail.length === 0 ? [`  ${shortened(toolSummary(tool, args))}`] : [`  ${tool}`, ...bounded(detail)]),
    ...shown.map(({ part, why, ruleId: rule }) => `  ${rule}: ${why}${part === tool ? "" : ` (${shortened(part)})`}`),
    ...(asking.length > MOST_REASONS ? [`  … and ${asking.length - MOST_REASONS} more reasons`] : []),
    ...(shown.some((reason) => reason.ruleId === ruleId) ? [] : [`  rule ${ruleId}`]),
  ];
}

/** What does not fit into one line of a summary: a command of several lines, or arguments that nobody here knows. */
function detailLines(tool: string, args: PermissionQuestion["args"]): readonly string[] {
  const command = args["command"];
  if (typeof command === "string") return command.includes("\n") ? command.split("\n") : [];
  const known = ["read", "ls", "grep", "glob", "write", "edit", "apply_patch"].includes(tool);
  return known ? [] : Object.entries(args).map(([name, value]) => `${name}: ${exactLine(value)}`);
}

/** What is kept of the beginning and of the end of a long text: what it does may stand at either. */
const [MOST_HEAD, MOST_TAIL] = [400, 160];

function shortened(text: string): string {
  const left = text.length - MOST_HEAD - MOST_TAIL;
  if (left <= 0) return text;
  return `${text.slice(0, MOST_HEAD).toWellFormed()} [… ${left} more characters …] ${text.slice(-MOST_TAIL).toWellFormed()}`;
}

function bounded(lines: readonly string[]): readonly string[] {
  const shown = lines.slice(0, MOST_LINES).map((line) => `    ${shortened(line)}`);
  return lines.length <= MOST_LINES ? shown : [...shown, `    … ${lines.length - MOST_LINES} more lines`];
}

const MOST_SUMMARY = 300;

/** Why nobody was asked, and how to allow it. */
export function deniedText({ tool, args, ruleId }: PermissionQuestion): string {
  const call = toolSummary(tool, args);
  const shown = call.length <= MOST_SUMMARY ? call : `${call.slice(0, MOST_SUMMARY).toWellFormed()}…`;
  return `nobody can be asked here: ${shown} (rule ${ruleId}); a rule file allows it: the key permissions of tusk.config, checked with 'tusk permissions check'`;
}
