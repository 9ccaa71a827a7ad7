import { expect, test } from "vitest";
import { flagsAgain } from "./flags-again.ts";

test("the flags that going on needs are said as a shell reads them, and no others", () => {
  const values = new Map([
    ["base-url", "http://127.0.0.1:8080/v1"],
    ["model", "openai/x"],
    ["state", "my state's"],
    ["max-steps", "3"],
  ]);
  expect(flagsAgain({ values })).toBe(` --state 'my state'\\''s' --base-url http://127.0.0.1:8080/v1`);
  expect(flagsAgain({ values: new Map() })).toBe("");
});
