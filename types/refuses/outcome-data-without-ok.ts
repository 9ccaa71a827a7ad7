// refuses: TS2339
import type { Outcome } from "../../src/host/action.ts";
import type { DigestData } from "../../src/host/actions/digest.ts";

export const digest = (outcome: Outcome<DigestData>): string => outcome.data.digest;
