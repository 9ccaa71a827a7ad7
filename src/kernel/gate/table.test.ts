import { expect, test } from "vitest";
import { FULL_CLASSES, REFERENCE_CLASSES } from "./classes.ts";
import { FAIL_CLOSED } from "./table.ts";

test("the taxonomy has 42 classes, 18 of them judged from the reference's evidence, none named twice (K10)", () => {
  expect(REFERENCE_CLASSES).toHaveLength(18);
  expect(FULL_CLASSES).toHaveLength(24);
  expect(new Set([...REFERENCE_CLASSES, ...FULL_CLASSES]).size).toBe(42);
});

test("the table has one row per class of the reference, in report order (K10)", () => {
  expect(Object.keys(FAIL_CLOSED)).toEqual([...REFERENCE_CLASSES]);
});

test.each(REFERENCE_CLASSES)("%s says where it comes from and what it means", (failClass) => {
  const { stage, clause, means } = FAIL_CLOSED[failClass];
  expect(stage).toBe("join");
  expect(clause).toMatch(/^00[01] §\d/);
  expect(means).toMatch(/^[a-z].*[a-z]$/);
});
