import { expect, test } from "vitest";
import { displayWidth } from "../render/rich/display-width.ts";
import { type RunStatus, statusRow } from "./status-row.ts";

const STATUS: RunStatus = {
  doing: "running",
  elapsedMs: 42_000,
  step: 3,
  maxSteps: 50,
  tokens: 12_400,
  costMicros: 120_000,
  maxCostMicros: 2_500_000,
  hint: "Ctrl-C stops",
};
const textOf = (width: number, changes: Partial<RunStatus> = {}): string =>
  statusRow({ ...STATUS, ...changes }, width)
    .map(({ text }) => text)
    .join("");

test("says how a run stands, and leaves out what matters less where it is narrow", () => {
  expect(textOf(100)).toBe("running 0:42 · step 3/50 · $0.12 of $2.50 · 12.4k tokens · Ctrl-C stops");
  expect(textOf(100, { step: 0, tokens: 0, costMicros: undefined, hint: undefined })).toBe("running 0:42");
  expect(textOf(45)).toBe("running 0:42 · step 3/50 · $0.12 of $2.50");
  expect(textOf(20)).toBe("running 0:42");
  for (let width = 12; width < 80; width++) expect(displayWidth(textOf(width))).toBeLessThanOrEqual(width);
});
