import type { Sha256 } from "../digest/digest.ts";
import type { Verdict } from "../gate/verdict.ts";
import type { Utf8 } from "../json/utf8.ts";
import { bindValues, type BoundValues } from "../spec/bound-values.ts";
import { specDigest } from "../spec/spec-digest.ts";
import { instructionHeading } from "./instruction.ts";
import type { PoliciesBound, RunTerms } from "./session-event.ts";

/** What an audit takes from outside. */
export interface AuditCodec {
  readonly sha256: Sha256;
  readonly utf8: Utf8;
}

/** Policies that were bound anew from their row, and the terms beside them. */
export interface AuditedPolicies {
  readonly policies: BoundValues;
  readonly specDigest: string;
  readonly terms: RunTerms;
}

/** A stage that rows lead to, or what is wrong with the newest of them. */
export type Audited<T> = { readonly ok: true; readonly at: T } | { readonly ok: false; readonly what: string };

/** Binds the policies of a row as the run did, and holds them against the digest that turns name. */
export function auditPolicies(
  { spec, values, specDigest: said, terms }: PoliciesBound,
  { sha256 }: AuditCodec,
): Audited<AuditedPolicies> {
  const untold = terms.instructions?.find(({ path }) => !terms.system.includes(`\n${instructionHeading(path)}\n`));
  if (untold !== undefined) return wrong(`the terms name ${untold.path}, and the system text does not hold it`);
  const bound = bindValues(spec, sha256, values);
  if (!bound.admitted) return wrong(`the policies cannot be bound: ${why(bound)}`);
  const computed = specDigest(bound.next.values, sha256);
  if (computed !== said) return wrong(`the policies have the digest ${computed}, the row says ${said}`);
  return { ok: true, at: { policies: bound.next, specDigest: said, terms } };
}

/** A row that does not stand. */
export function wrong(what: string): { readonly ok: false; readonly what: string } {
  return { ok: false, what };
}

/** The first violation in a few words. */
export function why(verdict: Extract<Verdict<unknown>, { admitted: false }>): string {
  const [{ class: failClass, subject, note }] = verdict.refusal.violations;
  return `${failClass}, ${subject}: ${note}`;
}
