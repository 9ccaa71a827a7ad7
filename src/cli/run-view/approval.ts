import type { PermissionAnswer, PermissionQuestion } from "#ports";
import type { Key } from "./keys.ts";
import { toolSummary } from "./tool-summary.ts";

/** What a person says to a question. */
export type Said = Pick<PermissionAnswer, "decision" | "scope">;

/** What the keys of a question mean. */
const ANSWERS: Readonly<Record<string, Said>> = {
  y: { decision: "approved", scope: "once" },
  s: { decision: "approved", scope: "session" },
  n: { decision: "refused", scope: "once" },
  N: { decision: "refused", scope: "session" },
};

/** A key that comes sooner behind a question was meant for something else: nobody has read it yet. */
export const READING_MS = 500;

/** Says which keys there are. */
export const ANSWER_KEYS = "y once   s for this session   n no   N never in this session   then Enter";

/** How an answer is told afterwards. */
const TOLD: Readonly<Record<PermissionAnswer["decision"], Readonly<Record<PermissionAnswer["scope"], string>>>> = {
  approved: { once: "allowed once", session: "allowed for this session" },
  refused: { once: "refused", session: "refused for this session" },
};

/** The answer that a key means; undefined for every other key. */
export function answerOf(key: Key): Said | undefined {
  return key.kind === "text" && isAnswerWord(key.text) ? ANSWERS[key.text] : undefined;
}

/** Whether a line is what an answer looks like. */
export function isAnswerWord(text: string): boolean {
  return Object.hasOwn(ANSWERS, text);
}

/** Why nobody answered: the time was over, the run is to stop, or nobody types any more. */
export type Silence = "late" | "stopped" | "gone";

const SILENT: Readonly<Record<Silence, string>> = {
  late: "not answered in time: refused",
  stopped: "stopped before an answer: refused",
  gone: "nobody is there to answer: refused",
};

/** What became of a question, in a few words. */
export function answerText(answer: Said | undefined, silence: Silence = "late"): string {
  return answer === undefined ? SILENT[silence] : TOLD[answer.decision][answer.scope];
}

const MOST_SUMMARY = 300;

/** Why nobody was asked, and how to allow it. */
export function deniedText({ tool, args, ruleId }: PermissionQuestion): string {
  const call = toolSummary(tool, args);
  const shown = call.length <= MOST_SUMMARY ? call : `${call.slice(0, MOST_SUMMARY).toWellFormed()}…`;
  return `nobody can be asked here: ${shown} (rule ${ruleId}); a rule file allows it: the key permissions of tusk.config, checked with 'tusk permissions check'`;
}
