import { expect, test } from "vitest";
import { HeldFailure } from "./held-failure.ts";

const failed = { kind: "StepFailed", step: 2, error: "ModelTransport", reason: "no connection" } as const;

test("a failure is told once: by the end where the run ends with it, else where it happened", () => {
  const held = new HeldFailure();
  held.hold(failed);
  expect([held.take("ModelTransport: no connection"), held.take()]).toEqual([undefined, undefined]);
  held.hold(failed);
  expect([held.take("BudgetExceeded: steps"), held.take()]).toEqual([failed, undefined]);
  held.hold({ ...failed, error: "cancelled" });
  expect(held.take()).toBeUndefined();
});
