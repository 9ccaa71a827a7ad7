import { canonicalJson } from "../digest/canonical.ts";
import { type Digest, digestJson, digestText, type Sha256 } from "../digest/digest.ts";
import type { Json } from "../json/value.ts";
import type { ValueRef } from "../schema/schema.ts";
import type { NormalizedEvidence } from "./normalized.ts";
import type { Pairing } from "./pairing.ts";
import type { PairedTusk, ReadTusk } from "./read-tusk.ts";
import { plainJson } from "../json/plain.ts";

type RowOrder = Pick<Pairing, "rowAt">;

/**
 * The digest of a turn's whole evidence (CONTRACT-EVIDENCE §1): the wire by its own digests, which are over sorted rows,
 * and `evidence.tusk`, its rows sorted by call, guards by `seq`. What is big enters by its digest: the spec, and each
 * list of rows. `values` do not enter: everything they hold is named by its digest, so a value may stand in the file or
 * in a folder. Witnesses and permits bind this digest.
 */
export function evidenceDigest(
  { digests, sessionRefs, trajectoryRefs }: Pick<NormalizedEvidence, "digests" | "sessionRefs" | "trajectoryRefs">,
  { tusk, specDigest, native }: Pick<ReadTusk, "tusk" | "specDigest" | "native">,
  paired: { readonly [S in keyof PairedTusk]: RowOrder },
  sha256: Sha256,
): Digest {
  const rows = <Row>(list: readonly Row[], pairing: RowOrder): ValueRef => {
    return { $digest: digestText(sha256, rowsText(inOrder(list, pairing), native)) };
  };
  const value = {
    callSpecDigest: digests.callSpecDigest,
    joinSetDigest: digests.joinSetDigest,
    sessionRefs: sessionRefs ?? [],
    trajectoryRefs: trajectoryRefs ?? [],
    tusk: {
      ...tusk,
      guards: tusk.guards.toSorted((a, b) => a.seq - b.seq),
      requests: rows(tusk.requests, paired.requests),
      results: rows(tusk.results, paired.results),
      spec: { $digest: specDigest },
      use: rows(tusk.use, paired.use),
    },
  };
  return digestJson(sha256, plainJson(value));
}

/** The canonical text of rows: where their keys already stand in order, the native writer writes it, and much faster. */
function rowsText(rows: readonly unknown[], native: boolean): string {
  return native ? JSON.stringify(rows) : canonicalJson(rows as readonly Json[]);
}

/** Rows in the order of the wire's sorted ids. */
function inOrder<Row>(rows: readonly Row[], { rowAt }: RowOrder): readonly (Row | undefined)[] {
  return rowAt.map((row) => rows[row]);
}
