import { expect, test } from "vitest";
import { within } from "./within.ts";

test("what comes in time is what it is, also when it is a rejection", async () => {
  expect(await within(Promise.resolve(1), 1000, () => 2)).toBe(1);
  await expect(within(Promise.reject(new Error("no")), 1000, () => 2)).rejects.toThrow("no");
});

test("what never comes is late", async () => {
  expect(await within(new Promise<number>(() => undefined), 5, () => 2)).toBe(2);
});
