import assert from "node:assert/strict";
import { test } from "node:test";
import { parse } from "../src/parse.js";

test("a row is a name and an amount", () => {
  assert.deepEqual(parse("tea,2.50\n"), [{ name: "tea", amount: 2.5 }]);
});

test("the last line counts, also where the file does not end with a newline", () => {
  assert.equal(parse("tea,2.50\ncake,3.10").length, 2);
});
