import { canonicalJson } from "../digest/canonical.ts";
import { type Digest, digestJson, digestText, type Sha256 } from "../digest/digest.ts";
import type { Json } from "../json/value.ts";
import type { ValueRef } from "../schema/schema.ts";
import type { NormalizedEvidence } from "./normalized.ts";
import type { Pairing } from "./pairing.ts";
import type { PairedTusk, ReadTusk } from "./read-tusk.ts";
import { nativeText } from "../json/frozen.ts";
import { plainJson } from "../json/plain.ts";
import type { TuskEvidence } from "./tusk-evidence.ts";

type RowOrder = Pick<Pairing, "rowAt">;

/**
 * The digest of a turn's whole evidence (CONTRACT-EVIDENCE §1): the wire by its own digests, which are over sorted rows,
 * and `evidence.tusk`, its rows sorted by call, guards by `seq`. What is big enters by its digest: the spec, and each
 * list of rows. `values` do not enter: everything they hold is named by its digest, so a value may stand in the file or
 * in a folder. Witnesses and permits bind this digest.
 */
export function evidenceDigest(wire: WireDigests, read: TuskDigests, paired: PairedOrder, sha256: Sha256): Digest {
  const { tusk } = read;
  const value = { ...withRefs(wire), tusk: { ...tusk, ...bigParts(read, paired, sha256) } };
  return digestJson(sha256, plainJson(value));
}

/** The same for a live turn, of which every part stands in canonical order: the native writer writes it whole. */
export function nativeEvidenceDigest(
  wire: WireDigests,
  read: TuskDigests,
  paired: PairedOrder,
  sha256: Sha256,
): Digest {
  const { tusk } = read;
  const { guards, requests, results, spec, use } = bigParts(read, paired, sha256);
  // In canonical order; a part that is forgotten here does not compile.
  const parts: { readonly [P in keyof TuskEvidence]-?: unknown } = {
    autonomy: tusk.autonomy,
    checkpoints: tusk.checkpoints,
    compaction: tusk.compaction,
    exports: tusk.exports,
    fanOut: tusk.fanOut,
    guards,
    handoff: tusk.handoff,
    handoffIn: tusk.handoffIn,
    intent: tusk.intent,
    requests,
    results,
    schema: tusk.schema,
    spec,
    summary: tusk.summary,
    turn: tusk.turn,
    use,
  };
  return digestText(sha256, nativeText({ ...withRefs(wire), tusk: parts }));
}

type WireDigests = Pick<NormalizedEvidence, "digests" | "sessionRefs" | "trajectoryRefs">;
type TuskDigests = Pick<ReadTusk, "tusk" | "specDigest" | "native">;
type PairedOrder = { readonly [S in keyof PairedTusk]: RowOrder };

function withRefs({ digests, sessionRefs, trajectoryRefs }: WireDigests) {
  return {
    callSpecDigest: digests.callSpecDigest,
    joinSetDigest: digests.joinSetDigest,
    sessionRefs: sessionRefs ?? [],
    trajectoryRefs: trajectoryRefs ?? [],
  };
}

/** What is in another order than it came in, or enters by its digest. */
function bigParts({ tusk, specDigest, native }: TuskDigests, paired: PairedOrder, sha256: Sha256) {
  const rows = <Row>(list: readonly Row[], pairing: RowOrder): ValueRef => {
    return { $digest: digestText(sha256, rowsText(inOrder(list, pairing), native)) };
  };
  const { guards } = tusk;
  return {
    guards: guards.length < 2 ? guards : guards.toSorted((a, b) => a.seq - b.seq),
    requests: rows(tusk.requests, paired.requests),
    results: rows(tusk.results, paired.results),
    spec: { $digest: specDigest },
    use: rows(tusk.use, paired.use),
  };
}

/** The canonical text of rows: where their keys already stand in order, the native writer writes it, and much faster. */
function rowsText(rows: readonly unknown[], native: boolean): string {
  return native ? JSON.stringify(rows) : canonicalJson(rows as readonly Json[]);
}

/** Rows in the order of the wire's sorted ids. */
function inOrder<Row>(rows: readonly Row[], { rowAt }: RowOrder): readonly (Row | undefined)[] {
  if (rows.length < 2) return rows;
  return rowAt.map((row) => rows[row]);
}
