import type { CheckDeclaration } from "#kernel";

const ALWAYS = [
  "You work on one issue, in a git worktree of its own. The harness commits, merges and closes the issue: never do that yourself.",
  "Leave .premath alone: issue memory is the harness's.",
  "Work that is longer than your steps goes on in a new session: call hand_off with what is done and what is left, then stop.",
];

const NO_CHECKS = "No check is declared for this project: say in your last words how the work was verified.";

const ALONE = "Nobody watches: a call that a person would have to approve is denied.";

/** What an agent is told that works for the harness: whose the commits are, which checks will judge it, and when it is done. */
export function houseRules(checks: readonly CheckDeclaration[], isWatched: boolean): readonly string[] {
  return [...ALWAYS, ...checkRules(checks), ...(isWatched ? [] : [ALONE])];
}

function checkRules(checks: readonly CheckDeclaration[]): readonly string[] {
  if (checks.length === 0) return [NO_CHECKS];
  const named = checks.map(({ name, command, required, paths }) => {
    const due = paths === undefined ? "" : `, where ${paths.join(" or ")} changed`;
    return `\n  - ${name} (${required ? "required" : "told only"}${due}): ${command}`;
  });
  return [`When you stop, these checks run. Run them yourself, and stop when they hold:${named.join("")}`];
}
