import type { Sha256 } from "../../src/kernel/digest/digest.ts";
import type { JoinCheckInput } from "../../src/kernel/evidence/wire.ts";
import { judgeJoin } from "../../src/kernel/gate/join-check.ts";

export function accepted(input: JoinCheckInput, sha256: Sha256): boolean {
  const judgement = judgeJoin(input, sha256);
  return judgement.ok && judgement.report.accepted;
}
