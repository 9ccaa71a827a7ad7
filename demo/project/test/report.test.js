import assert from "node:assert/strict";
import { test } from "node:test";
import { report } from "../src/report.js";

test("a report ends with the total", () => {
  assert.equal(report([{ name: "tea", amount: 2 }]).split("\n").at(-1), "total 2");
});
