import * as z from "zod";
import { expect, test } from "vitest";
import type { StandardSchema } from "#ports";
import { schemaJudge } from "./schema-judge.ts";

/** Rejections that nobody has handled would end the process. */
async function unhandledBy(work: () => Promise<unknown>): Promise<readonly unknown[]> {
  const seen: unknown[] = [];
  const others = process.listeners("unhandledRejection");
  process.removeAllListeners("unhandledRejection");
  process.on("unhandledRejection", (reason) => seen.push(reason));
  try {
    await work();
    await new Promise((resolve) => setTimeout(resolve, 5));
  } finally {
    process.removeAllListeners("unhandledRejection");
    for (const other of others) process.on("unhandledRejection", other);
  }
  return seen;
}

const rejects = (): Promise<never> => Promise.reject(new Error("no"));

test.each<[string, StandardSchema]>([
  ["a check", z.object({ a: z.string().refine(rejects) })],
  ["a check of the whole", z.object({ a: z.string() }).superRefine(rejects)],
  ["a change", z.object({ a: z.string().transform(rejects) })],
  ["a change before", z.object({ a: z.preprocess(rejects, z.string()) })],
  [
    "a check in a list, behind a default",
    z.object({ a: z.string(), b: z.array(z.int().refine(rejects)).default([1]) }),
  ],
  ["a check of a schema that is made late", z.object({ a: z.lazy(() => z.string().refine(rejects)) })],
])("%s that rejects is a rejection of the judgement, and of nothing else", async (_, schema) => {
  let judged: unknown;
  const unhandled = await unhandledBy(async () => {
    judged = await Promise.resolve(schemaJudge(schema)({ a: "a", b: [1] })).catch((error: unknown) => error);
  });
  expect([judged, unhandled]).toEqual([new Error("no"), []]);
});

test("a check that waits is waited for, one that does not is answered at once", async () => {
  const slow = schemaJudge(z.string().refine((text) => Promise.resolve(text === "good"), "is not good"));
  expect(await slow("good")).toEqual({ value: "good" });
  expect(await slow("bad")).toMatchObject({ issues: [{ message: "is not good" }] });
  expect(schemaJudge(z.string().refine((text) => text === "good", "is not good"))("good")).toEqual({ value: "good" });
});

test("a schema that refers to itself is looked through once", () => {
  const tree = z.object({
    name: z.string(),
    get below() {
      return z.array(tree).optional();
    },
  });
  const value = { name: "a", below: [{ name: "b" }] };
  expect(schemaJudge(tree)(value)).toEqual({ value });
});
