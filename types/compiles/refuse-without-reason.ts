import { refuse, type Violation } from "../../src/kernel/gate/verdict.ts";

declare const violation: Violation;

export const verdict = refuse([violation]);
