import type { GivenOut } from "./given-out.ts";
import { refuse } from "./refuse.ts";
import type { SentCall, SentResult, WireStep } from "./wire-request.ts";

/** How one provider says what is wrong with a history. */
export interface HistoryWords {
  readonly unanswered: (ids: string) => string;
  readonly orphan: (ids: string) => string;
  readonly badSeal: string;
}

/** What a history is checked against. */
export interface HistoryChecks {
  readonly tools: readonly string[];
  readonly given: GivenOut;
  readonly words: HistoryWords;
}

/** Refuses a history that a provider refuses: every call answered in the next message, once, by its id, and nothing else answered (R11). */
export function checkSteps(steps: readonly WireStep[], checks: HistoryChecks): void {
  if (steps[0]?.role !== "user") refuse("messages: first message must use the user role");
  const seen = new Set<string>();
  for (const [at, step] of steps.entries()) {
    if (step.role === "model") {
      checkCalls(step.calls, seen, checks);
      for (const { text, signature } of step.thoughts)
        if (checks.given.sealed.get(signature) !== text) refuse(`messages.${at}: ${checks.words.badSeal}`);
      continue;
    }
    const before = steps[at - 1];
    checkAnswers(before?.role === "model" ? before.calls : [], step.results, checks.words);
  }
  const twice = steps.findIndex(({ role }, at) => steps[at - 1]?.role === role);
  if (twice !== -1) refuse(`messages.${twice}: roles must alternate`);
  const last = steps.at(-1);
  if (last?.role === "model" && last.calls.length > 0) refuse(checks.words.unanswered(names(last.calls)));
}

function checkCalls(calls: readonly SentCall[], seen: Set<string>, { tools, given }: HistoryChecks): void {
  for (const { id, tool } of calls) {
    if (!tools.includes(tool) && !given.tools.has(tool)) refuse(`unknown tool in history: ${tool}`);
    if (id === undefined) continue;
    if (seen.has(id)) refuse(`\`tool_use\` ids must be unique: ${id}`);
    seen.add(id);
  }
}

/** Pairs by id where the format has ids, and by place and name where it has none. */
function checkAnswers(calls: readonly SentCall[], results: readonly SentResult[], words: HistoryWords): void {
  const byId = calls.every(({ id }) => id !== undefined) && results.every(({ id }) => id !== undefined);
  const asked = calls.map(({ id, tool }) => (byId ? id : tool));
  const answered = results.map(({ id, tool }) => (byId ? id : tool));
  const open = asked.filter((key) => !answered.includes(key));
  if (open.length > 0) refuse(words.unanswered(open.join(", ")));
  const orphans = answered.filter((key) => !asked.includes(key));
  if (orphans.length > 0) refuse(words.orphan(orphans.join(", ")));
  if (answered.length !== asked.length) refuse(words.orphan(`${answered.join(", ")} (answered more than once)`));
  if (!byId && asked.join() !== answered.join()) refuse(words.orphan(answered.join(", ")));
}

function names(calls: readonly SentCall[]): string {
  return calls.map(({ id, tool }) => id ?? tool).join(", ");
}
