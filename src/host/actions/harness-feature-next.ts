import type { Arguments, HostPorts, Outcome } from "../action.ts";
import { withArtifacts } from "../with-artifacts.ts";

/** The feature to work on next; without a ledger all but `exists` is null. */
export interface FeatureNextData {
  readonly action: "harness-feature.next";
  readonly path: string;
  readonly exists: boolean;
  readonly nextFeatureId: string | null;
  readonly closureComplete: boolean | null;
  readonly featureCount: number | null;
}

/** Says which feature is next (contract 2.4). */
export function run(args: Arguments, ports: HostPorts): Promise<Outcome<FeatureNextData>> {
  return withArtifacts(async () => {
    const path = args.values.get("path") ?? "";
    const { ledgers } = await ports.readArtifacts();
    const next = ledgers.next(path) ?? { nextFeatureId: null, closureComplete: null, featureCount: null };
    const exists = next.featureCount !== null;
    return { ok: true, data: { action: "harness-feature.next", path, exists, ...next } };
  });
}
