// refuses: TS2345
import { refuse } from "../../src/kernel/gate/verdict.ts";

export const verdict = refuse([]);
