import { checkLedger, LEDGER_CHECK_KIND, type LedgerCheck } from "#kernel";
import type { Arguments, HostPorts, Outcome } from "../action.ts";
import { withArtifacts } from "../with-artifacts.ts";

/** What the check of a feature ledger came to. */
export interface FeatureCheckData extends LedgerCheck {
  readonly action: "harness-feature.check";
  readonly path: string;
  readonly checkKind: typeof LEDGER_CHECK_KIND;
  readonly requireClosure: boolean;
}

/** Checks a feature ledger; a rejected one is an answer with exit code 1 (contract 2.4). */
export function run(args: Arguments, ports: HostPorts): Promise<Outcome<FeatureCheckData>> {
  return withArtifacts(async () => {
    const path = args.values.get("path") ?? "";
    const requireClosure = args.switches.has("require-closure");
    const { ledgers } = await ports.readArtifacts();
    const check = checkLedger(ledgers.load(path), { requireClosure });
    const data = {
      action: "harness-feature.check",
      checkKind: LEDGER_CHECK_KIND,
      path,
      requireClosure,
      ...check,
    } as const;
    return { ok: true, data, exit: check.result === "accepted" ? 0 : 1 };
  });
}
