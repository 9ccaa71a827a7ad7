import { getEventListeners } from "node:events";
import { expect, test } from "vitest";
import { within } from "./within.ts";

const never = new Promise<string>(() => undefined);

function waiting(timeoutMs: number, signal?: AbortSignal): Parameters<typeof within<string>>[1] {
  return { timeoutMs, signal, late: () => "late", cancelled: () => "cancelled" };
}

test("what comes in time is what it is, also when it is a rejection", async () => {
  expect(await within(Promise.resolve("done"), waiting(1000))).toBe("done");
  await expect(within(Promise.reject(new Error("no")), waiting(1000))).rejects.toThrow("no");
});

test("what never comes is late", async () => {
  expect(await within(never, waiting(5))).toBe("late");
});

test("a cancellation is answered at once, and leaves no listener", async () => {
  const controller = new AbortController();
  const answer = within(never, waiting(600_000, controller.signal));
  controller.abort();
  expect(await answer).toBe("cancelled");
  expect(getEventListeners(controller.signal, "abort")).toEqual([]);
});

test("what was cancelled before is not waited for, but what is done already counts", async () => {
  const signal = AbortSignal.abort();
  expect(await within(never, waiting(600_000, signal))).toBe("cancelled");
  expect(await within(Promise.resolve("done"), waiting(600_000, signal))).toBe("done");
});
