import { asciiLower, trimmed } from "../evidence/text.ts";
import type { Issue } from "./issue.ts";
import type { Timestamp } from "./timestamp.ts";

/** A status as the lenient rules see it (contract memory 1.2); everything else compares exactly. */
export function normalStatus(status: string): string {
  return asciiLower(trimmed(status));
}

/** Work to do or being done: the `active` scope (contract memory 1.5, 1.6). */
export function isActive(issue: Issue): boolean {
  const status = normalStatus(issue.status);
  return status === "open" || status === "in_progress";
}

/** The issue with a new status: only work in progress keeps a lease, and only `closed` has a time of closing, its first (contract memory 1.2). */
export function withStatus(issue: Issue, status: string, now: Timestamp): Issue {
  const { lease, closed_at: closedAt, ...rest } = issue;
  return {
    ...rest,
    status,
    updated_at: now,
    ...(lease !== undefined && normalStatus(status) === "in_progress" && { lease }),
    ...(status === "closed" && { closed_at: closedAt ?? now }),
  };
}

/** The issue without a lease; who held it is not asked. */
export function withoutLease(issue: Issue): Issue {
  const { lease: _, ...rest } = issue;
  return rest;
}
