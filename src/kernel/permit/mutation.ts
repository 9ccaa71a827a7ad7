import { NotJsonError } from "../digest/canonical.ts";
import { type Digest, digestIn, type Sha256 } from "../digest/digest.ts";
import { frozenCopy } from "../json/frozen.ts";
import type { Json } from "../json/value.ts";

/** What can happen to work state. There is no other way to change it. */
export type MutationAction =
  | "issue.add"
  | "issue.claim"
  | "issue.claim_next"
  | "issue.lease_renew"
  | "issue.lease_release"
  | "issue.update"
  | "issue.close"
  | "issue.discover"
  | "issue.mark_blocked"
  | "issue.delete"
  | "issue.import"
  | "issue.purge"
  | "issue.restore"
  | "dep.add"
  | "dep.remove"
  | "dep.replace"
  | "policy.promote";

/** One change of work state: the action and its arguments. */
export interface Mutation {
  readonly action: MutationAction;
  readonly args: Json;
}

/** The four kinds of permit (DESIGN 3); there is no fifth. */
export type PermitKind = "mutation_ready" | "mandate" | "escalation" | "human_override";

/** What an action asks of a permit. */
export interface MutationRow {
  /** Of each list at least one claim must be made (contract: `capabilities.change_morphisms` and the action's own, or `.all`). */
  readonly claims: readonly (readonly [string, ...string[]])[];
  /** The kinds of permit that may carry it; a person's override carries everything. */
  readonly permits: readonly PermitKind[];
}

const GENERAL = "capabilities.change_morphisms";

function row(claim: string, ...permits: readonly PermitKind[]): MutationRow {
  return frozenCopy({
    claims: [[GENERAL], [`${GENERAL}.${claim}`, `${GENERAL}.all`]],
    permits: [...permits, "human_override"],
  });
}

/** Which permits carry which action, and which claims it takes (M02). A missing action does not compile. */
export const MUTATIONS: { readonly [A in MutationAction]: MutationRow } = Object.freeze({
  "issue.add": row("issue_add", "mandate"),
  "issue.claim": row("issue_claim", "mandate"),
  "issue.claim_next": row("issue_claim", "mandate"),
  "issue.lease_renew": row("issue_lease_renew", "mandate"),
  "issue.lease_release": row("issue_lease_release", "mandate"),
  "issue.update": row("issue_update", "mutation_ready"),
  "issue.close": row("issue_close", "mutation_ready"),
  "issue.discover": row("issue_discover", "mutation_ready", "escalation"),
  "issue.mark_blocked": row("issue_mark_blocked", "mutation_ready", "escalation"),
  "issue.delete": row("issue_delete"),
  "issue.import": row("issue_import"),
  "issue.purge": row("issue_purge"),
  "issue.restore": row("issue_restore"),
  "dep.add": row("dep_add", "mutation_ready"),
  "dep.remove": row("dep_remove", "mutation_ready"),
  "dep.replace": row("dep_replace", "mutation_ready"),
  "policy.promote": row("policy_promote", "mutation_ready"),
});

/** Whether a kind of permit may carry an action; a cast of something else may carry nothing. */
export function mayCarry(kind: PermitKind, action: MutationAction): boolean {
  return Object.hasOwn(MUTATIONS, action) && MUTATIONS[action].permits.includes(kind);
}

/** The action a word names; undefined means that nothing may be changed by it. */
export function parseMutationAction(text: string): MutationAction | undefined {
  return Object.hasOwn(MUTATIONS, text) ? (text as MutationAction) : undefined;
}

/** The identity of one change: a permit is bound to it, and nobody applies it twice. */
export function mutationDigest({ action, args }: Mutation, sha256: Sha256): Digest {
  return digestIn(sha256, "tusk.mutation.v1", { action, args });
}

/** The same, or undefined for arguments that JSON cannot say: there is no permit for them. */
export function mutationDigestOf(mutation: Mutation, sha256: Sha256): Digest | undefined {
  try {
    return mutationDigest(mutation, sha256);
  } catch (stop) {
    if (!(stop instanceof NotJsonError)) throw stop;
    return undefined;
  }
}

/** Why there is no permit for a mutation without a digest. */
export const NOT_JSON = "the arguments of the mutation are not JSON";
