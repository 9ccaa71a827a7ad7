import { chmodSync, linkSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { JsonObject } from "#kernel";
import { callOnce, callIn } from "../../../tests/tools/call-in.ts";
import { temporaryWorkspace, treeDigest } from "../../../tests/tools/temporary-workspace.ts";
import { openWorkspace } from "../workspace/open-workspace.ts";

describe("what an edit answers", () => {
  test("a replaced text, with everything that a person or a model wants to know of it (T06, T07)", async () => {
    const root = temporaryWorkspace({ "a/b.txt": "\uFEFFone\r\ntwo\r\nthree\r\n" });
    chmodSync(join(root, "a/b.txt"), 0o750);
    const { payload, artifacts } = await callOnce(root, "edit", {
      path: "a/b.txt",
      old_string: "two",
      new_string: "$&2",
    });
    const bytes = readFileSync(join(root, "a/b.txt"));
    expect(bytes.toString()).toBe("\uFEFFone\r\n$&2\r\nthree\r\n");
    expect(statSync(join(root, "a/b.txt")).mode & 0o777).toBe(0o750);
    const digests = { digest: artifacts[0]?.after, before: artifacts[0]?.before };
    expect(payload).toEqual({
      path: "a/b.txt",
      replacements: 1,
      first_line: 2,
      bytes: bytes.length,
      ...digests,
      basis: "unread",
      repairs: [],
      line_endings: "crlf",
      diff: "@@ -2,1 +2,1 @@\n-two\r\n+$&2\r",
    });
  });

  test("a mending of old_string is recorded (T02)", async () => {
    const root = temporaryWorkspace({ "a.txt": "one\r\ntwo\r\n" });
    const { payload } = await callOnce(root, "edit", { path: "a.txt", old_string: "one\ntwo", new_string: "1\n2" });
    expect(payload).toMatchObject({ repairs: [{ rule: "line_endings", field: "old_string" }], line_endings: "crlf" });
    expect(readFileSync(join(root, "a.txt"), "utf8")).toBe("1\r\n2\r\n");
  });
});

describe("a byte order mark is a part of the text for who names it (T06)", () => {
  const escaped = [{ rule: "json_escaped", field: "old_string" }];
  const crlf = [{ rule: "line_endings", field: "old_string" }];

  test.each<[string, JsonObject, string, unknown]>([
    ["one\n", { old_string: "\uFEFFone", new_string: "\uFEFFtwo" }, "\uFEFFtwo\n", []],
    ["one\n", { old_string: "\uFEFFone", new_string: "two" }, "two\n", []],
    ["one\n", { old_string: "\uFEFF", new_string: "x" }, "xone\n", []],
    ["a\uFEFFb", { old_string: "\uFEFF", new_string: "-", replace_all: true }, "-a-b", []],
    ["one\n", { old_string: "\\uFEFFone\\n", new_string: "two" }, "two", escaped],
    ["one\r\ntwo\r\n", { old_string: "\uFEFFone\ntwo", new_string: "1\n2" }, "1\r\n2\r\n", crlf],
    ["one\n", { old_string: "one", new_string: "two" }, "\uFEFFtwo\n", []],
  ])("case %#: %j", async (text, args, result, repairs) => {
    const root = temporaryWorkspace({ f: `\uFEFF${text}` });
    const { payload, failure } = await callOnce(root, "edit", { path: "f", ...args });
    expect(failure).toBeUndefined();
    expect(payload).toMatchObject({ repairs, first_line: 1 });
    expect(readFileSync(join(root, "f"), "utf8")).toBe(result);
  });

  test("more than one mark is ambiguous, and a mark that is not there is not found", async () => {
    const root = temporaryWorkspace({ two: "\uFEFFa\uFEFFb", none: "one\n" });
    const marks = await callOnce(root, "edit", { path: "two", old_string: "\uFEFF", new_string: "" });
    const none = await callOnce(root, "edit", { path: "none", old_string: "\uFEFFone", new_string: "two" });
    expect([marks.failure?.code, none.failure?.code]).toEqual(["InvalidInput", "InvalidInput"]);
    expect(marks.failure?.message).toContain('"two" has old_string 2 times');
  });
});

describe("a failed edit says why and changes nothing (T03, DESIGN 9)", () => {
  const FILES = { "a.txt": "\tone\ntwo\ntwo\n", "nul.bin": "a\0b", "latin.txt": Buffer.from([0x61, 0xe9]), "d/x": "" };

  test.each<[string, string, string, string, string]>([
    [
      "a.txt",
      "  one",
      "x",
      "InvalidInput",
      '"a.txt" does not contain old_string. Nearest: line 1 has "\\tone", old_string has "  one" (they differ in indentation)',
    ],
    [
      "a.txt",
      "two",
      "x",
      "InvalidInput",
      '"a.txt" has old_string 2 times (lines 2, 3): give more of the text around it, or set replace_all',
    ],
    ["a.txt", "two", "two", "InvalidInput", '"a.txt" was not edited: new_string is the same as old_string'],
    ["no.txt", "a", "b", "NotFound", '"no.txt" does not exist: use write to create it'],
    ["nul.bin", "a", "b", "InvalidInput", '"nul.bin" is no text: it is not UTF-8 or holds a NUL byte'],
    ["latin.txt", "a", "b", "InvalidInput", '"latin.txt" is no text: it is not UTF-8 or holds a NUL byte'],
    ["d", "a", "b", "InvalidInput", '"d" is a folder, not a file'],
    [".git/config", "a", "b", "Denied", '".git/config" is protected'],
  ])("%s, %j", async (path, old_string, new_string, code, message) => {
    const root = temporaryWorkspace(FILES);
    const before = treeDigest(root);
    const { failure, artifacts } = await callOnce(root, "edit", { path, old_string, new_string });
    expect(failure?.code).toBe(code);
    expect(failure?.message).toContain(message);
    expect([treeDigest(root), artifacts]).toEqual([before, []]);
  });

  test("no message shows all of old_string, nor of the line that is like it (T03)", async () => {
    const root = temporaryWorkspace({ "a.txt": `const token = "${"x".repeat(40)}";\n` });
    const old_string = `const token = '${"x".repeat(40)}';`;
    const { failure } = await callOnce(root, "edit", { path: "a.txt", old_string, new_string: "" });
    expect(failure?.message).toContain(
      '"a.txt" does not contain old_string. Nearest: line 1 has "…nst token = \\"xxxxxxxxxxx…", old_string has "…nst token = \'xxxxxxxxxxx…"',
    );
  });

  test("links and files with a second name are not followed", async () => {
    const root = temporaryWorkspace({ "real/a.txt": "secret" });
    symlinkSync("real/a.txt", join(root, "link.txt"));
    symlinkSync("real", join(root, "folder"));
    mkdirSync(join(root, "names"));
    writeFileSync(join(root, "names/one"), "secret");
    linkSync(join(root, "names/one"), join(root, "names/two"));
    const before = treeDigest(root);
    for (const path of ["link.txt", "folder/a.txt", "names/two"]) {
      const { failure } = await callOnce(root, "edit", { path, old_string: "secret", new_string: "x" });
      expect([path, failure?.code]).toEqual([path, "Denied"]);
    }
    expect(treeDigest(root)).toBe(before);
  });
});

describe("what the session has read (DESIGN 9)", () => {
  const CALLS: readonly (readonly [string, JsonObject])[] = [
    ["edit", { path: "a", old_string: "one", new_string: "1" }],
    ["write", { path: "a", content: "1\n" }],
    ["apply_patch", { patch: "*** Begin Patch\n*** Update File: a\n-one\n+1\n*** End Patch" }],
    ["apply_patch", { patch: "*** Begin Patch\n*** Delete File: a\n*** End Patch" }],
    ["apply_patch", { patch: "*** Begin Patch\n*** Add File: a\n+1\n*** End Patch" }],
  ];

  test.each(CALLS)("%s refuses a file that is no longer what was read", async (tool, args) => {
    const root = temporaryWorkspace({ a: "one\n" });
    const session = openWorkspace(root, { role: "tester" });
    await callIn(session, "read", { path: "a" });
    writeFileSync(join(root, "a"), "one\nand more\n");
    const { failure } = await callIn(session, tool, args);
    session.close();
    expect([failure?.code, readFileSync(join(root, "a"), "utf8")]).toEqual(["InvalidInput", "one\nand more\n"]);
  });

  test("a file that was read and then edited may be edited again", async () => {
    const root = temporaryWorkspace({ a: "one\n" });
    const session = openWorkspace(root, { role: "tester" });
    await callIn(session, "read", { path: "a" });
    const first = await callIn(session, "edit", { path: "a", old_string: "one", new_string: "two" });
    const second = await callIn(session, "edit", { path: "a", old_string: "two", new_string: "three" });
    session.close();
    expect([first.payload, second.payload]).toMatchObject([{ basis: "read" }, { basis: "read" }]);
    expect(readFileSync(join(root, "a"), "utf8")).toBe("three\n");
  });
});

test("for random files and edits the file is split and join, or as it was (T06)", async () => {
  const part = fc.constantFrom("a", "b", "\n", "\r\n", "$&", "$1", "é", "😀", "\\n", '"', " ", "\t", "\uFEFF");
  const text = fc.array(part, { maxLength: 20 }).map((parts) => parts.join(""));
  const root = temporaryWorkspace({});
  await fc.assert(
    fc.asyncProperty(text, text, text, fc.boolean(), fc.boolean(), async (body, sought, replacement, all, bom) => {
      const file = (bom ? "\uFEFF" : "") + body;
      writeFileSync(join(root, "f"), file);
      const args = { path: "f", old_string: sought, new_string: replacement, replace_all: all };
      const { outcome, payload } = await callOnce(root, "edit", args);
      const repaired = outcome === "ok" && JSON.stringify(payload).includes('"rule"');
      const result = outcome === "ok" ? file.split(sought).join(replacement) : file;
      const count = sought === "" ? 0 : file.split(sought).length - 1;
      expect(outcome === "ok").toBe(repaired || (sought !== replacement && (count === 1 || (count > 1 && all))));
      if (!repaired) expect(readFileSync(join(root, "f"), "utf8")).toBe(result);
    }),
    { numRuns: 150 },
  );
});
