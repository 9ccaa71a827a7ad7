import {
  admitMutation,
  type IssueMutation,
  type JsonObject,
  MUTATIONS,
  type MutationReady,
  type Refusal,
} from "#kernel";
import { PortError, type Verified } from "#ports";
import { spend } from "./change-issue.ts";
import type { Harness } from "./harness.ts";
import type { HeldLease } from "./lease.ts";
import { resolvedWitness } from "./resolved-witness.ts";

/** The closing of an issue. */
export type Closing = Extract<IssueMutation, { readonly action: "issue.close" }>;

/** The closing of an issue as a verification intends it: only the holder of this very lease may do it. */
export function closing({ terms, ports }: Harness, { issueId: id, leaseId, token }: HeldLease): Closing {
  const args = { id, assignee: terms.workerId, leaseId, token, request: ports.newRequestId() };
  return { action: "issue.close", args };
}

/** What the gate said of a verified piece of work. */
export type GateWord =
  | { readonly ok: true; readonly permit: MutationReady; readonly evidenceDigest: string }
  | { readonly ok: false; readonly refusal: Refusal };

/** Asks the gate for a permit to close: the turn is closed, every required check held, and the policy is still the active one (K08). */
export function askGate(
  { ports }: Harness,
  { join, refusal, witnessRef }: Verified,
  { mutation, activePolicy }: { readonly mutation: Closing; readonly activePolicy: JsonObject },
): GateWord {
  if (join === undefined) {
    if (refusal === undefined)
      throw new PortError("checks", "unproven", "the checks gave neither a turn nor a refusal");
    return { ok: false, refusal };
  }
  const { evidenceDigest } = join;
  const claims = MUTATIONS[mutation.action].claims.flatMap(([claim]) => claim);
  const resolved = resolvedWitness(ports.witnesses, witnessRef);
  const verdict = admitMutation(join, { mutation, witnessRef, claims, activePolicy, resolved }, ports.sha256);
  if (!verdict.admitted) return { ok: false, refusal: verdict.refusal };
  ports.witnesses.put("MutationReady", { action: mutation.action, args: mutation.args, evidenceDigest, witnessRef });
  return { ok: true, permit: verdict.next, evidenceDigest };
}

/** Spends the permit: the issue is closed, once. Says why not where the lease was lost in between, and then nothing changed. */
export async function closeIssue(
  harness: Harness,
  mutation: Closing,
  permit: MutationReady,
): Promise<string | undefined> {
  const applied = await spend(harness, mutation, () => permit);
  return applied.ok ? undefined : applied.failure.message;
}
