import assert from "node:assert/strict";
import { test } from "node:test";
import { total } from "../src/total.js";

test("nothing comes to nothing", () => {
  assert.equal(total([]), 0);
});

test("a total is the sum of the amounts", () => {
  assert.equal(total([{ amount: 2 }, { amount: 3 }]), 5);
});
