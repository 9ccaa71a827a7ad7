import { expect, test } from "vitest";
import { Float, isJsonObject, type Json } from "./value.ts";

test("only an object with keys is a JSON object: no list, no float, no null", () => {
  const values: (Json | undefined)[] = [{}, { a: 1 }, [], new Float(1), null, undefined, "a", 1, 1n, true];
  expect(values.map(isJsonObject)).toStrictEqual([true, true, ...Array<boolean>(8).fill(false)]);
});
