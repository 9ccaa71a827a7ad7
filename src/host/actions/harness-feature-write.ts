import { FEATURE_STATUSES, type FeatureChange, type FeatureLedger, type FeatureStatus } from "#kernel";
import type { Arguments, HostPorts, Outcome } from "../action.ts";
import { given } from "../given.ts";
import { withArtifacts } from "../with-artifacts.ts";

/** The ledger as it stands in its file now, and the feature that was written. */
export interface FeatureWriteData {
  readonly action: "harness-feature.write";
  readonly path: string;
  readonly featureId: string;
  readonly ledger: FeatureLedger;
}

/** Writes one row of a feature ledger (contract 2.4); with `--strict` only where the ledger then holds. */
export function run(args: Arguments, ports: HostPorts): Promise<Outcome<FeatureWriteData>> {
  return withArtifacts(async () => {
    const path = args.values.get("path") ?? "";
    const { ledgers } = await ports.openArtifacts();
    const { featureId, ledger } = ledgers.write(path, changeOf(args), { strict: args.switches.has("strict") });
    return { ok: true, data: { action: "harness-feature.write", path, featureId, ledger } };
  });
}

function changeOf({ values, lists }: Arguments): FeatureChange {
  return {
    featureId: values.get("feature-id") ?? "",
    status: statusOf(values.get("status")),
    ...given({
      issueId: values.get("issue-id"),
      summary: values.get("summary"),
      sessionRef: values.get("session-ref"),
      instructionRefs: lists.get("instruction-ref"),
      verificationRefs: lists.get("verification-ref"),
    }),
  };
}

/** The row takes no other word. */
function statusOf(word: string | undefined): FeatureStatus {
  return FEATURE_STATUSES.find((status) => status === word) ?? "pending";
}
