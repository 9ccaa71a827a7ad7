import { decideMutation, type IssueMutation, issueView } from "#kernel";
import type { Arguments, HostPorts, Outcome } from "./action.ts";
import { type Change, changeIssues } from "./change-issues.ts";
import { failed } from "./failed.ts";
import { given, wholeNumber } from "./given.ts";
import { refusedChange } from "./issue-refusal.ts";
import { resolveId } from "./resolve-id.ts";
import { type Command, withIssues } from "./with-issues.ts";

/** What may be said of a new lease: its id, and at most one of how long and until when. */
export type LeaseWish = {
  readonly leaseId?: string;
  readonly leaseTtlSeconds?: number;
  readonly leaseExpiresAt?: string;
};

/** The lease that a command line wishes for. */
export function leaseWish(args: Arguments): LeaseWish {
  return given({
    leaseId: args.values.get("lease-id"),
    leaseTtlSeconds: wholeNumber(args, "lease-ttl-seconds"),
    leaseExpiresAt: args.values.get("lease-expires-at"),
  });
}

type Claim = Extract<IssueMutation, { readonly action: "issue.claim" | "issue.claim_next" }>;

/** What was taken, and the path that outputs echo. */
export interface Claimed {
  readonly change: Change;
  readonly path: string;
}

/** Takes an issue for `--assignee`. A missing file is an empty memory, and stays missing. */
export async function claimIssue(
  args: Arguments,
  ports: HostPorts,
  claim: (assignee: string, request: string) => Claim,
): Promise<Outcome<Claimed>> {
  const assignee = (args.values.get("assignee") ?? "").trim();
  if (assignee === "") return refusedChange({ code: "lease_invalid_assignee", message: "assignee is required" });
  const mutation = claim(assignee, ports.newRequestId());
  return withIssues<Claimed>(args, ports, { voice: "claim", file: false }, async (command) => {
    if (ports.kindOf(command.path) === "missing") return missing(mutation, command.path, ports);
    const meant = meantClaim(mutation, command);
    if (!meant.ok) return meant;
    const made = await changeIssues(command, { mutation: meant.data, worker: assignee });
    return made.ok ? { ok: true, data: { change: made.data, path: command.path } } : made;
  });
}

/** The claim with the id that the person means. */
function meantClaim(claim: Claim, { store, ports }: Command): Outcome<Claim> {
  if (claim.action !== "issue.claim") return { ok: true, data: claim };
  const id = resolveId(claim.args.id, store, ports);
  return id.ok ? { ok: true, data: { ...claim, args: { ...claim.args, id: id.data } } } : id;
}

/** Why nothing can be claimed where there is no file: the term is judged first, then the contract words the rest (memory 2). */
function missing(mutation: Claim, path: string, ports: HostPorts): Outcome<never> {
  const decision = decideMutation(issueView(new Map()), mutation, ports.now(), ports.utf8);
  if (!decision.ok) return refusedChange(decision.failure);
  return failed(
    `line 0: I/O error: ${path}: No such file or directory (os error 2) (lease_mutation_store_io)`,
    "init makes one here; --issues names another",
  );
}
