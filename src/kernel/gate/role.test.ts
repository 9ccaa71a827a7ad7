import { expect, test } from "vitest";
import { isRole } from "./role.ts";

const CODER = { kind: "specialist", id: "coder" };

test.each([
  ["coder", true],
  ["specialist", true],
  ["orchestrator", false],
  ["Coder", false],
  ["", false],
])("the name %j means the specialist coder: %s", (name, meant) => {
  expect(isRole(CODER, name)).toBe(meant);
});
