import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { digestBytes } from "#platform";
import { PortError } from "#ports";
import { makeFifo } from "../../../tests/support/make-fifo.ts";
import { temporaryFolder } from "../../../tests/support/temporary-folder.ts";
import { readInstructions } from "./read-instructions.ts";

const top = temporaryFolder();
const NAMES = ["AGENTS.md", "CLAUDE.md", ".github/copilot-instructions.md", "docs/style.md"];

function workspace(files: Readonly<Record<string, string | Uint8Array>> = {}): string {
  const folder = mkdtempSync(join(top, "workspace-"));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  return folder;
}

const digestOf = (text: string): string => digestBytes(Buffer.from(text));
const read = (folder: string, maxBytes = 1000) => readInstructions(folder, NAMES, maxBytes);
const whole = (path: string, text: string) => ({ path, text, digest: digestOf(text) });

describe("what is read", () => {
  test("nothing where there is nothing", () => {
    expect(read(workspace())).toEqual({ instructions: [], notices: [] });
  });

  test("AGENTS.md, and then none of the files that are read instead of it; others are read beside it", () => {
    const folder = workspace({ "AGENTS.md": "build with make\n", "CLAUDE.md": "other", "docs/style.md": "tabs" });
    expect(read(folder)).toEqual({
      instructions: [whole("AGENTS.md", "build with make\n"), whole("docs/style.md", "tabs")],
      notices: [],
    });
  });

  test("without it every equivalent that is there, the same content once", () => {
    const folder = workspace({ "CLAUDE.md": "same", ".github/copilot-instructions.md": "same", "docs/style.md": "x" });
    expect(read(folder).instructions).toEqual([whole("CLAUDE.md", "same"), whole("docs/style.md", "x")]);
  });

  test("not what subfolders hold, nor what is blank", () => {
    expect(read(workspace({ "sub/AGENTS.md": "deep", "AGENTS.md": " \n", "CLAUDE.md": "c" }))).toEqual({
      instructions: [whole("CLAUDE.md", "c")],
      notices: [],
    });
  });

  test("a mark of the byte order is no text, and is digested", () => {
    const [only] = read(workspace({ "AGENTS.md": "\uFEFFa" })).instructions;
    expect(only).toEqual({ path: "AGENTS.md", text: "a", digest: digestOf("\uFEFFa") });
  });

  test("a link inside of the workspace is followed", () => {
    const folder = workspace({ "docs/agents.md": "linked" });
    symlinkSync("docs/agents.md", join(folder, "AGENTS.md"));
    expect(read(folder)).toEqual({ instructions: [whole("AGENTS.md", "linked")], notices: [] });
  });
});

describe("what is not taken is told in a sentence", () => {
  test("a link that leads out, by itself or through a folder", () => {
    const outside = workspace({ "secret.md": "S3CR3T", "copilot-instructions.md": "S3CR3T" });
    const folder = workspace();
    symlinkSync(join(outside, "secret.md"), join(folder, "AGENTS.md"));
    symlinkSync(outside, join(folder, ".github"));
    expect(read(folder)).toEqual({
      instructions: [],
      notices: [
        'instructions: "AGENTS.md" is a link that leads out of the workspace; it is left out',
        'instructions: ".github/copilot-instructions.md" is a link that leads out of the workspace; it is left out',
      ],
    });
  });

  test("a link to what may hold a secret", () => {
    const folder = workspace({ ".env": "KEY=S3CR3T" });
    symlinkSync(".env", join(folder, "AGENTS.md"));
    expect(read(folder)).toEqual({
      instructions: [],
      notices: ['instructions: "AGENTS.md" is a link to what may hold a secret; it is left out'],
    });
  });

  test("what may hold a secret by its own name, whoever configured it", () => {
    const folder = workspace({ ".env": "KEY=S3CR3T", ".git/config": "token = S3CR3T", "docs/style.md": "tabs" });
    expect(readInstructions(folder, [".env", ".git/config", "docs/style.md"], 1000)).toEqual({
      instructions: [whole("docs/style.md", "tabs")],
      notices: [
        'instructions: ".env" may hold a secret by its name; it is left out',
        'instructions: ".git/config" may hold a secret by its name; it is left out',
      ],
    });
  });

  test("a link that leads nowhere or to itself", () => {
    const folder = workspace();
    symlinkSync("AGENTS.md", join(folder, "AGENTS.md"));
    symlinkSync("gone.md", join(folder, "CLAUDE.md"));
    expect(read(folder).instructions).toEqual([]);
  });

  test("what is no file and no UTF-8", () => {
    const folder = workspace({ "CLAUDE.md": Buffer.from([0xff, 0xfe, 0x41]), "docs/style.md": "ok" });
    mkdirSync(join(folder, "AGENTS.md"));
    mkdirSync(join(folder, ".github"));
    makeFifo(join(folder, ".github/copilot-instructions.md"));
    expect(read(folder)).toEqual({
      instructions: [whole("docs/style.md", "ok")],
      notices: [
        'instructions: "AGENTS.md" is a folder, not a file; it is left out',
        'instructions: "CLAUDE.md" is not UTF-8 text; it is left out',
        'instructions: ".github/copilot-instructions.md" is no regular file (path.special); it is left out',
      ],
    });
  });

  test("what is longer than the bound is cut between characters, and digested whole", () => {
    const text = "aé".repeat(10);
    const folder = workspace({ "AGENTS.md": text });
    expect(read(folder, 5)).toEqual({
      instructions: [
        {
          path: "AGENTS.md",
          text: "aéa\n[cut here: AGENTS.md has 30 bytes, and the first 4 of them stand above]",
          digest: digestOf(text),
        },
      ],
      notices: [
        'instructions: "AGENTS.md" has 30 bytes and is cut to 4; instructions.maxBytes sets how many are taken',
      ],
    });
  });

  test("what no model reads is not even digested", () => {
    const { instructions, notices } = read(workspace({ "AGENTS.md": Buffer.alloc(5 * 1024 * 1024, 0x61) }));
    expect({ instructions, notices }).toEqual({
      instructions: [],
      notices: ['instructions: "AGENTS.md" has 5242880 bytes, and at most 4194304 are taken at once; it is left out'],
    });
  });

  test("a path that leads out", () => {
    expect(readInstructions(workspace(), ["../AGENTS.md", "/etc/hostname"], 10).notices).toHaveLength(2);
  });

  test("no workspace is an error", () => {
    expect(() => read(join(top, "nowhere"))).toThrow(PortError);
  });
});
