import type { IssueFailure, IssueFailureCode } from "./issue-failure.ts";

const CODES: Readonly<Record<string, IssueFailureCode>> = {
  id: "invalid_id",
  issueId: "invalid_id",
  dependsOnId: "invalid_id",
  parentIssueId: "invalid_id",
  title: "invalid_title",
};

/** Why some text among the arguments may not become part of an issue: NUL, which marks a damaged file, or half a character (contract memory 1.1). */
export function unwritableText(args: object): IssueFailure | undefined {
  for (const [name, value] of Object.entries(args)) {
    if (typeof value !== "string") continue;
    const problem = value.includes("\0") ? "a NUL character" : value.isWellFormed() ? undefined : "a lone surrogate";
    if (problem !== undefined) return { code: CODES[name] ?? "mutation_invalid", message: `${name} holds ${problem}` };
  }
  return undefined;
}
