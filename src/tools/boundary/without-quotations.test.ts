import { expect, test } from "vitest";
import { withoutQuotations } from "./without-quotations.ts";

const SECRET = "correct horse battery staple, says the password";

test.each<[string, unknown, string]>([
  [`bad value ${SECRET}!`, { a: SECRET }, "bad value …!"],
  [`bad value "${SECRET.slice(3, 40)}"`, { a: [{ b: `x ${SECRET} y` }] }, 'bad value "…"'],
  [`${SECRET}: no`, { a: SECRET }, "…: no"],
  [SECRET, { a: SECRET }, "…"],
  [`${SECRET.slice(0, 30)} and ${SECRET.slice(8, 40)}`, { a: SECRET }, "… and…"],
])("%j about %j says %j: no field is quoted at length (T03)", (message, subject, said) => {
  expect(withoutQuotations(message, subject)).toBe(said);
});

test.each<[string, unknown]>([
  [`bad value ${SECRET.slice(0, 24)}!`, { a: SECRET }],
  ["Invalid input: expected string, received number", { a: SECRET, b: 5 }],
  ["too short", { a: "short" }],
  ["", {}],
])("%j stays as it is: it quotes no more than a preview", (message, subject) => {
  expect(withoutQuotations(message, subject)).toBe(message);
});

test("every way a quotation can stand in a message is found", () => {
  for (let before = 0; before < 40; before++) {
    const message = `${"-".repeat(before)}${SECRET.slice(5, 30)}|`;
    expect(withoutQuotations(message, [SECRET])).toBe(`${"-".repeat(before)}…|`);
  }
});

test("of megabytes the shared words are found as well", () => {
  const subject = { content: "Invalid input: expected strin ".repeat(200_000) };
  expect(withoutQuotations("Invalid input: expected string, received number", subject)).toBe("…g, received number");
});
