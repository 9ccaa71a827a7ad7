import { type FeatureLedger, type NextFeature, nextFeature, readFeatureLedger } from "#kernel";
import { utf8 } from "#platform";
import type { ArtifactCode, FeatureLedgerReads } from "#ports";
import { artifactError } from "./artifact-error.ts";
import { isAbsent, readArtifact } from "./read-artifact.ts";

/** Why there is no answer; the caller says before it what it wanted to do. */
interface NoAnswer {
  readonly ok: false;
  readonly code: ArtifactCode;
  readonly reason: string;
}

/** Feature ledgers in files, to be looked at (contract 2.4). */
export const ledgerReads: FeatureLedgerReads = {
  read: (path) => (isAbsent(path) ? undefined : load(path)),
  load,
  next(path) {
    const choice = nextOf(path);
    if (choice?.ok === false)
      throw artifactError(choice.code, `failed to compute next feature from ${path}: ${choice.reason}`);
    return choice?.next;
  },
};

/** What is next by the ledger at a path, or why it says nothing; undefined where there is none. */
export function nextOf(path: string): { readonly ok: true; readonly next: NextFeature } | NoAnswer | undefined {
  if (isAbsent(path)) return undefined;
  const read = readLedger(path);
  if (!read.ok) return read;
  const choice = nextFeature(read.ledger);
  return choice.ok ? choice : { ...choice, code: "invalid" };
}

function load(path: string): FeatureLedger {
  const read = readLedger(path);
  if (!read.ok) throw artifactError(read.code, `failed to read harness feature ledger ${path}: ${read.reason}`);
  return read.ledger;
}

function readLedger(path: string): { readonly ok: true; readonly ledger: FeatureLedger } | NoAnswer {
  const read = readArtifact(path);
  if (!read.ok) return { ...read, reason: `unable to read ${path}: ${read.reason}` };
  const reading = readFeatureLedger(read.bytes, utf8, path);
  return reading.ok ? reading : { ...reading, code: "invalid" };
}
