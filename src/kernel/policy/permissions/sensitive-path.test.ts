import { expect, test } from "vitest";
import { globsSecret, isReadable, namesSecret } from "./sensitive-path.ts";

test.each([".env", "a/.env.local", "HEAD:.env", "--file=.npmrc", "ID_RSA", "x.pem", "secrets.yml", ".ssh/config"])(
  "%s names a secret",
  (text) => {
    expect(namesSecret(text)).toBe(true);
  },
);

test.each([".env.example", "env.ts", "src/secrets-service.ts", "token", "keys", ".key", "credentials-form.tsx"])(
  "%s names none",
  (text) => {
    expect(namesSecret(text)).toBe(false);
  },
);

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

test("a wildcard is not for hidden names, nor for the beginning of a secret's", () => {
  expect([".e*", "[.]env", "cred*", "id_*", "*.ts", "a/b?", "plain"].map(globsSecret)).toEqual([
    true,
    true,
    true,
    true,
    false,
    false,
    false,
  ]);
});
