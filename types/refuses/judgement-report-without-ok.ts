// refuses: TS2339
import type { Sha256 } from "../../src/kernel/digest/digest.ts";
import type { JoinCheckInput } from "../../src/kernel/evidence/wire.ts";
import { judgeJoin } from "../../src/kernel/gate/join-check.ts";

export const accepted = (input: JoinCheckInput, sha256: Sha256): boolean => judgeJoin(input, sha256).report.accepted;
