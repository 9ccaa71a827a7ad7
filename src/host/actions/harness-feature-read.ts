import type { FeatureLedger } from "#kernel";
import type { Arguments, HostPorts, Outcome } from "../action.ts";
import { withArtifacts } from "../with-artifacts.ts";

/** A feature ledger as it stands in its file. */
export interface FeatureReadData {
  readonly action: "harness-feature.read";
  readonly path: string;
  readonly ledger: FeatureLedger;
}

/** Reads a feature ledger (contract 2.4). */
export function run(args: Arguments, ports: HostPorts): Promise<Outcome<FeatureReadData>> {
  return withArtifacts(async () => {
    const path = args.values.get("path") ?? "";
    const { ledgers } = await ports.readArtifacts();
    return { ok: true, data: { action: "harness-feature.read", path, ledger: ledgers.load(path) } };
  });
}
