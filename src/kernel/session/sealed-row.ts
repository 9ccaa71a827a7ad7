import { digestIn, type Sha256 } from "../digest/digest.ts";
import type { Json } from "../json/value.ts";
import type { SpecValues } from "../spec/spec-values.ts";
import type { SessionEvent } from "./session-event.ts";

/** Whether these policies let anybody keep what a run saw; else journals and cassettes hold digests only (DESIGN 21). */
export function keepsContent({ governance }: Pick<SpecValues, "governance">): boolean {
  return governance.observability.mode === "dashboard";
}

/** Rows of names, counts and amounts: they stay as they are. */
const PLAIN: ReadonlySet<string> = new Set(["session.started", "budget.allotted", "budget.returned", "row.sealed"]);

/** A row as it is written where no content may be kept: what is not plain is its digest. */
export function sealedRow(event: SessionEvent, sha256: Sha256): SessionEvent {
  const { kind } = event;
  if (PLAIN.has(kind)) return event;
  if (kind === "session.ended") return { kind, phase: event.phase, steps: event.steps };
  // A row is JSON by its form; what is not is refused here, as a journal would.
  const digest = digestIn(sha256, "tusk.row.v1", event as unknown as Json);
  const { step } = event as { readonly step?: number };
  return step === undefined ? { kind: "row.sealed", of: kind, digest } : { kind: "row.sealed", of: kind, step, digest };
}
