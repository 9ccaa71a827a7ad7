import type { Digest, Sha256 } from "../digest/digest.ts";
import type { ArtifactRef } from "../evidence/tusk-evidence.ts";
import { InvariantError } from "../gate/verdict.ts";
import { frozenCopy } from "../json/frozen.ts";
import { plainJson } from "../json/plain.ts";
import { isRole } from "../gate/role.ts";
import type { SpecValues } from "../spec/spec-values.ts";
import { type Handoff, handoffDigest } from "./handoff.ts";
import { changedArtifacts, type HandoffFinding } from "./judge-handoff.ts";
import { parseHandoff } from "./read-handoff.ts";

const MINT = Symbol("ReceivedHandoff");

/** A packet that may be gone on from: its form holds, and everything that it rests on was there, unchanged, when it was looked at. */
class ReceivedHandoff {
  // The private name makes the type nominal: no literal or look-alike fits.
  readonly #handoff: Handoff;
  readonly digest: Digest;
  /** What was measured of its artifacts. */
  readonly existing: readonly ArtifactRef[];
  constructor(handoff: Handoff, digest: Digest, existing: readonly ArtifactRef[], mint: symbol) {
    if (mint !== MINT) throw new InvariantError("ReceivedHandoff is minted by receiveHandoff only");
    this.#handoff = handoff;
    this.digest = digest;
    this.existing = existing;
    Object.freeze(this);
  }
  get handoff(): Handoff {
    return this.#handoff;
  }
}
export type { ReceivedHandoff };

/** A packet that may be gone on from, or everything that speaks against it. */
export type Receiving =
  | { readonly ok: true; readonly received: ReceivedHandoff }
  | { readonly ok: false; readonly problem: string; readonly findings: readonly HandoffFinding[] };

/** Checks a packet before anybody goes on from it: a missing or changed artifact refuses it (R22). */
export function receiveHandoff(given: Handoff, existing: readonly ArtifactRef[], sha256: Sha256): Receiving {
  const reading = parseHandoff(plainJson(given));
  if (!reading.ok) return { ok: false, problem: reading.problem, findings: [] };
  const findings = changedArtifacts(reading.handoff, existing);
  if (findings.length > 0) return { ok: false, problem: findings.map(({ note }) => note).join("; "), findings };
  const handoff = frozenCopy<Handoff>(reading.handoff);
  const promised = new Set(handoff.artifacts.map(({ ref }) => ref));
  const measured = frozenCopy(existing.filter(({ ref }) => promised.has(ref)));
  return { ok: true, received: new ReceivedHandoff(handoff, handoffDigest(handoff, sha256), measured, MINT) };
}

/** Why a role may not take a packet: it is for another one. */
export function receiverProblem({ target }: Handoff, role: SpecValues["role"]): string | undefined {
  return isRole(role, target.role) ? undefined : `the packet is for the role ${target.role}, this is ${role.id}`;
}
