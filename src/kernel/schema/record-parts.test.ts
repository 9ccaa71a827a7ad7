import { expect, test } from "vitest";
import { InvariantError } from "../gate/verdict.ts";
import { findMisfit } from "./misfit.ts";
import { fieldOf, itemOf, joined, without } from "./record-parts.ts";
import { count, list, optional, record, text } from "./schema.ts";

const ROW = record<{ readonly name: string; readonly size?: number }>({ name: text, size: optional(count) });

test("forms are taken apart and put together, what is due stays due", () => {
  expect(itemOf(list(ROW)).node).toEqual(ROW.node);
  expect(fieldOf(ROW, "size").node).toEqual(count.node);
  expect(without(ROW, "name").node).toEqual(record<{ readonly size?: number }>({ size: optional(count) }).node);
  const tagged = joined(record<{ readonly tag: string }>({ tag: text }), ROW);
  expect(findMisfit({ tag: "a", name: "b" }, tagged.node, "")).toBeUndefined();
  expect(findMisfit({ tag: "a" }, tagged.node, "")).toEqual({ path: ".name", problem: "is absent" });
  expect(findMisfit({ tag: "a", name: "b", other: 1 }, tagged.node, "")).toEqual({
    path: ".other",
    problem: "is no known field",
  });
});

test("what has no parts is not taken apart", () => {
  expect(() => without(text as never, "x" as never)).toThrow(InvariantError);
  expect(() => itemOf(text as never)).toThrow(InvariantError);
  expect(() => fieldOf(ROW, "shape" as never)).toThrow(InvariantError);
});
