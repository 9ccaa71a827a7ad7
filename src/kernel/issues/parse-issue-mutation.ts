import { isJsonObject, type Json, type JsonNumber } from "../json/value.ts";
import type { Mutation } from "../permit/mutation.ts";
import { findMisfit } from "../schema/misfit.ts";
import {
  count,
  type Fields,
  list,
  number,
  optional,
  record,
  type Schema,
  text,
  truth,
  words,
} from "../schema/schema.ts";
import type { IssueAction, IssueArgs, IssueMutation } from "./issue-mutation.ts";

/** A mutation whose arguments are what its action asks for, or which of them is not. */
export type MutationReading =
  | { readonly ok: true; readonly mutation: IssueMutation }
  | { readonly ok: false; readonly reason: string };

/** Arguments as JSON has them: numbers in any of their forms. */
type Wire<T> = { readonly [K in keyof T]: Extract<T[K], number> extends never ? T[K] : JsonNumber };

function args<A extends IssueAction>(fields: Fields<Wire<IssueArgs[A]>>): Schema<Wire<IssueArgs[A]>> {
  return record(fields);
}

const TERM = { leaseTtlSeconds: optional(number), leaseExpiresAt: optional(text) };
const FENCE = { assignee: optional(text), leaseId: optional(text), token: optional(count) };
const EDGE = { issueId: text, dependsOnId: text };
const DRAFT = {
  title: text,
  id: optional(text),
  description: optional(text),
  priority: optional(number),
  issueType: optional(text),
  assignee: optional(text),
  owner: optional(text),
};
const REASONED = { id: text, reason: optional(text) };

/** What each action takes; an argument that is missing here or there does not compile. */
const ARGS: { readonly [A in IssueAction]: Schema<Wire<IssueArgs[A]>> } = {
  "issue.add": args<"issue.add">({ ...DRAFT, status: optional(text), parentIssueId: optional(text) }),
  "issue.claim": args<"issue.claim">({ id: text, assignee: text, leaseId: optional(text), ...TERM }),
  "issue.claim_next": args<"issue.claim_next">({
    assignee: text,
    leaseId: optional(text),
    by: optional(words("id", "priority")),
    reclaimStale: optional(truth),
    ...TERM,
  }),
  "issue.lease_renew": args<"issue.lease_renew">({
    id: text,
    assignee: text,
    leaseId: text,
    token: optional(count),
    ...TERM,
  }),
  "issue.lease_release": args<"issue.lease_release">({ id: text, ...FENCE }),
  "issue.update": args<"issue.update">({
    id: text,
    title: optional(text),
    description: optional(text),
    notes: optional(text),
    status: optional(text),
    priority: optional(number),
    assignee: optional(text),
    owner: optional(text),
    leaseId: optional(text),
    leaseOwner: optional(text),
    token: optional(count),
  }),
  "issue.close": args<"issue.close">({ ...REASONED, ...FENCE }),
  "issue.mark_blocked": args<"issue.mark_blocked">({ ...REASONED, ...FENCE }),
  "issue.discover": args<"issue.discover">({ ...DRAFT, parentIssueId: text }),
  "issue.delete": args<"issue.delete">(REASONED),
  "dep.add": args<"dep.add">({ ...EDGE, type: text, createdBy: optional(text) }),
  "dep.remove": args<"dep.remove">({ ...EDGE, type: text }),
  "dep.replace": args<"dep.replace">({ ...EDGE, fromType: text, toType: text, createdBy: optional(text) }),
  "issue.import": args<"issue.import">({ mode: words("merge", "replace"), source: text, rows: list(text) }),
};

/** Believes a mutation that came as JSON, from a model or a file, only when every argument is known and of its kind. */
export function parseIssueMutation({ action, args: given }: Mutation): MutationReading {
  if (!isIssueAction(action)) return { ok: false, reason: `${action} does not change issues` };
  if (!isJsonObject(given)) return { ok: false, reason: "args is no object" };
  const { request, ...own } = given;
  if (request !== undefined && typeof request !== "string") return { ok: false, reason: "args.request is no text" };
  const misfit = findMisfit(own, ARGS[action].node, "args");
  if (misfit !== undefined) return { ok: false, reason: `${misfit.path} ${misfit.problem}` };
  const broken = Object.entries(own).find(([, value]) => isOddNumber(value));
  if (broken !== undefined) return { ok: false, reason: `args.${broken[0]} is no whole number` };
  // The form was just checked: the arguments are those of the action.
  return { ok: true, mutation: { action, args: given } as unknown as IssueMutation };
}

function isIssueAction(action: string): action is IssueAction {
  return Object.hasOwn(ARGS, action);
}

function isOddNumber(value: Json): boolean {
  if (typeof value === "string" || typeof value === "boolean" || Array.isArray(value)) return false;
  return !Number.isSafeInteger(value) || Object.is(value, -0);
}
