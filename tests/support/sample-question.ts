import type { PermissionQuestion } from "#ports";

/** A question about a command of two parts, of which a rule allows the first. */
export const SAMPLE_QUESTION: PermissionQuestion = {
  toolCallId: "t1",
  tool: "bash",
  args: { command: "rm a.txt", workdir: "." },
  ruleId: "otherwise",
  reasons: [
    { part: "cd x", effect: "allow", ruleId: "read.files", why: "reads" },
    { part: "rm a.txt", effect: "ask", ruleId: "otherwise", why: "no rule speaks of it" },
  ],
  expiresAt: "2030-01-01T00:00:00Z",
};
