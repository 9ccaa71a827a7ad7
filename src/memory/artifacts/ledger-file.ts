import { checkLedger, type FeatureChange, type LedgerFinding, updateFeature, writeFeatureLedger } from "#kernel";
import type { Clock, FeatureLedgers, WrittenFeature } from "#ports";
import { artifactError } from "./artifact-error.ts";
import { ledgerReads } from "./ledger-reads.ts";
import { replaceArtifact } from "./replace-artifact.ts";

const WORDS = { artifact: "harness feature ledger", folder: "harness feature ledger directory" };

/** Feature ledgers in files (contract 2.4). */
export function ledgerFiles(clock: Clock): FeatureLedgers {
  const changed = (path: string, change: FeatureChange, strict: boolean): WrittenFeature => {
    const update = updateFeature(ledgerReads.read(path), change, clock.now());
    if (!update.ok) throw artifactError("argument", update.reason);
    if (strict) mustHold(path, update);
    return update;
  };
  return {
    ...ledgerReads,
    write: (path, change, { strict = false } = {}) =>
      replaceArtifact({
        path,
        words: WORDS,
        check: () => void changed(path, change, strict),
        change: () => {
          const { featureId, ledger } = changed(path, change, strict);
          return { text: writeFeatureLedger(ledger), value: { featureId, ledger } };
        },
      }),
  };
}

/** A strict write leaves a ledger that its check accepts, or none. */
function mustHold(path: string, { ledger }: WrittenFeature): void {
  const { errors } = checkLedger(ledger);
  if (errors.length === 0) return;
  const broken = errors.map(findingText).join("; ");
  throw artifactError("refused", `failed to write harness feature ledger ${path}: it would be rejected: ${broken}`);
}

function findingText({ class: name, featureId, message }: LedgerFinding): string {
  return `${name}${featureId === undefined ? "" : ` feature=${featureId}`} (${message})`;
}
