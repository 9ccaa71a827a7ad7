import { expect, test } from "vitest";
import { fillVariables } from "./fill-variables.ts";
import { redactor } from "./redact.ts";

const environment = (name: string): string | undefined => ({ TOKEN: "t-${HOME}", EMPTY: "" })[name];

test("names are filled in once, and what they stand for is not looked at again", () => {
  expect(fillVariables({ A: "Bearer ${TOKEN}", B: "$TOKEN ${} plain" }, environment)).toEqual({
    ok: true,
    values: { A: "Bearer t-${HOME}", B: "$TOKEN ${} plain" },
  });
});

test("a name without a value is told, an empty one too", () => {
  expect(fillVariables({ A: "x", B: "${ABSENT}" }, environment)).toEqual({ ok: false, key: "B", missing: "ABSENT" });
  expect(fillVariables({ B: "${EMPTY}" }, environment)).toEqual({ ok: false, key: "B", missing: "EMPTY" });
});

test("secrets are taken out wherever they stand, the longer first, words are left", () => {
  expect(redactor(["secret", "secret-longer", "on"])("on: secret-longer and secret")).toBe("on: *** and ***");
});
