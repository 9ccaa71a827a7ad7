import type { BudgetAmounts } from "../agent/budget.ts";
import { canonicalJson } from "../digest/canonical.ts";
import { type Digest, digestText, type Sha256 } from "../digest/digest.ts";
import type { ArtifactRef } from "../evidence/tusk-evidence.ts";
import { plainJson } from "../json/plain.ts";
import { BUDGET_AMOUNTS } from "../session/policy-forms.ts";
import { constant, countFrom, digest, list, optional, record, type Schema, shaped, text } from "../schema/schema.ts";

/** The kind of a handoff packet. */
export const HANDOFF_KIND = "tusk.handoff.v1";

/** Work that goes from one session to the next: what is wanted, what is done, what is left, and what it rests on (R22). */
export interface Handoff {
  readonly schema: 1;
  readonly kind: typeof HANDOFF_KIND;
  readonly issueId: string;
  readonly from: { readonly role: string; readonly workerId: string; readonly sessionId: string };
  readonly target: { readonly role: string };
  readonly intent: string;
  readonly constraints: readonly string[];
  readonly done: readonly string[];
  readonly left: readonly string[];
  readonly artifacts: readonly ArtifactRef[];
  /** Where the work comes back to; a contract may demand one. */
  readonly returnPath?: string;
  /** What the receiving role may look at and change. */
  readonly contextScope: { readonly read: readonly string[]; readonly write: readonly string[] };
  /** Which session of the chain hands over; the first is 1. */
  readonly sessionNo: number;
  readonly budgetLeft?: BudgetAmounts;
  /** The packet that the handing session began with; the first has none. */
  readonly previous?: string;
}

const name = shaped(/^[^\s](?:[^\r\n]{0,254}[^\s])?$/u, "a name of at most 256 characters on one line");
const names = list(name);
const texts = list(text);

/** The form of {@link Handoff}. */
export const HANDOFF: Schema<Handoff> = record<Handoff>({
  schema: constant(1),
  kind: constant(HANDOFF_KIND),
  issueId: name,
  from: record<Handoff["from"]>({ role: name, workerId: name, sessionId: name }),
  target: record<Handoff["target"]>({ role: name }),
  intent: text,
  constraints: texts,
  done: texts,
  left: texts,
  artifacts: list(record<ArtifactRef>({ ref: text, digest })),
  returnPath: optional(name),
  contextScope: record<Handoff["contextScope"]>({ read: names, write: names }),
  sessionNo: countFrom(1),
  budgetLeft: optional(BUDGET_AMOUNTS),
  previous: optional(digest),
});

/** The content of a packet's file: canonical, so that equal packets have one name. */
export function writeHandoff(handoff: Handoff): string {
  return canonicalJson(plainJson(handoff));
}

/** The name of a packet: the digest of its file's bytes. */
export function handoffDigest(handoff: Handoff, sha256: Sha256): Digest {
  return digestText(sha256, writeHandoff(handoff));
}
