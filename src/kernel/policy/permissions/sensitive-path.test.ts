import { expect, test } from "vitest";
import { isListable, isReadable, namesSecret } from "./sensitive-path.ts";

test.each([
  ".env",
  "a/.env.local",
  "HEAD:.env",
  "--file=.npmrc",
  "ID_RSA",
  "x.pem",
  "secrets.yml",
  ".ssh/config",
  "prod.env",
  ".env-x",
  ".git/config",
  ".foo_history",
  "a/.config/gh/hosts.yml",
])("%s names a secret", (text) => {
  expect(namesSecret([text])).toBe(true);
});

test.each([
  ".env.example",
  "env.ts",
  "src/secrets-service.ts",
  "token",
  "keys",
  ".key",
  "credentials-form.tsx",
  ".config/x",
  ".env.sample",
  ".git/HEAD",
])("%s names none", (text) => {
  expect(namesSecret([text])).toBe(false);
});

test.each([
  [true, ["src", "a.ts"], true],
  [true, [".ssh", "x"], false],
  [false, ["usr", "share", "doc"], true],
  [false, ["tmp"], true],
  [false, ["home", "u", "project", "a.ts"], true],
  [false, ["home", "u", ".config", "x"], false],
  [false, ["home", "u"], false],
  [false, ["home"], false],
  [false, ["etc", "passwd"], false],
  [false, ["root", "x"], false],
  [false, ["proc", "self", "environ"], false],
  [false, [], false],
])("inside %s, %j may be read: %s", (inside, parts, expected) => {
  expect(isReadable({ inside, parts })).toBe(expected);
});

test.each([
  ".e*",
  "[.]env",
  "cred*",
  "id_*",
  "id*",
  "s*",
  "*_rsa",
  "?d_rsa",
  "*.p?m",
  "*.ke?",
  "server.ke*",
  "config/*.env",
  "*",
  "./*",
  "*/*",
  ".git/c*",
])("%s may stand for a secret", (text) => {
  expect(namesSecret(text.split("/"))).toBe(true);
});

test.each(["*.ts", "src/*.json", "*.json", "docs/*", "*_test.go", "test_*.py", "a/b?", "src/**/*.ts", "*pmrc"])(
  "%s may not",
  (text) => {
    expect(namesSecret(text.split("/"))).toBe(false);
  },
);

test("a program's own wildcard is for hidden names too", () => {
  expect([namesSecret(["*pmrc"], "program"), namesSecret(["*.ts"], "program")]).toEqual([true, false]);
});

test("what no file is called is not looked through, and counts as a secret", () => {
  expect([namesSecret(["a".repeat(256)]), namesSecret(Array.from({ length: 257 }, () => "a"))]).toEqual([true, true]);
});

test("a secret's name may be shown, and nothing in a home's hidden folders or the machine's own", () => {
  expect(
    [
      { inside: true, parts: [".env"] },
      { inside: false, parts: ["home", "u", ".ssh"] },
      { inside: false, parts: ["etc"] },
    ].map((place) => isListable(place)),
  ).toEqual([true, false, false]);
});
