import type { CheckRow } from "../../src/kernel/gate/run.ts";

export const row: CheckRow = { class: "tool.result_missing", outcome: "withheld", findings: [] };
