import type { IssueMutation } from "#kernel";
import type { Arguments, HostPorts, Outcome } from "./action.ts";
import { type Change, changeIssues } from "./change-issues.ts";
import { exactNumber, given } from "./given.ts";
import { refusedChange } from "./issue-refusal.ts";
import { resolveId } from "./resolve-id.ts";
import { type Command, LEASES, withIssues } from "./with-issues.ts";

/** What may be said of a new lease: its id, and at most one of how long and until when. */
export type LeaseWish = {
  readonly leaseId?: string;
  readonly leaseTtlSeconds?: number | bigint;
  readonly leaseExpiresAt?: string;
};

/** The lease that a command line wishes for. */
export function leaseWish(args: Arguments): LeaseWish {
  return given({
    leaseId: args.values.get("lease-id"),
    leaseTtlSeconds: exactNumber(args, "lease-ttl-seconds"),
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
  return withIssues<Claimed>(args, ports, LEASES, async (command) => {
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
