import { expect, test } from "vitest";
import { workerOf } from "./worker-of.ts";

test.each([
  ["worker.1.bd-7.3", "bd-7", "worker.1"],
  ["worker.2.bd-7.3", "bd-7", "worker.2"],
  ["w1.bd-1.1", "bd-1", "w1"],
  ["worker.1.bd-7", "bd-7", "worker.1"],
  ["worker.1.bd-7.1.3", "bd-7.1", "worker.1"],
  ["worker.1.bd-7.1", "bd-7.1", "worker.1"],
  ["worker.1.bd-7.3", "bd-8", "worker"],
  ["worker.1.bd-7.3", undefined, "worker"],
  ["bd-7.3", "bd-7", "bd-7"],
  [".x", undefined, "unknown"],
  ["step", "bd-1", "step"],
] as const)("the worker of %s on %s is %s (M13)", (stepId, issueId, worker) => {
  expect(workerOf(issueId === undefined ? { stepId } : { stepId, issueId })).toBe(worker);
});
