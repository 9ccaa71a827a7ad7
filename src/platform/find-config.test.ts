import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { CONFIG_NAMES, findConfig } from "./find-config.ts";

let top = "";
beforeEach(() => {
  top = realpathSync(mkdtempSync(join(tmpdir(), "tusk-find-config-")));
});
afterEach(() => {
  rmSync(top, { recursive: true, force: true });
});

function folder(path: string): string {
  mkdirSync(join(top, path), { recursive: true });
  return join(top, path);
}

function file(path: string): string {
  writeFileSync(join(top, path), "{}");
  return join(top, path);
}

describe("the nearest configuration is found", () => {
  test.each(CONFIG_NAMES)("here: %s", (name) => {
    const path = file(name);
    expect(findConfig(top)).toEqual({ ok: true, path });
  });

  test("in a parent folder, and the nearest one counts", () => {
    const below = folder("a/b/c");
    file("tusk.config.json");
    const path = file("a/tusk.config.ts");
    expect(findConfig(below)).toEqual({ ok: true, path });
  });

  test("in the repository's root, whose .git is a folder or, in a worktree, a file", () => {
    const below = folder("repository/src/deep");
    const path = file("repository/tusk.config.json");
    folder("repository/.git");
    expect(findConfig(below)).toEqual({ ok: true, path });
    rmSync(join(top, "repository/.git"), { recursive: true });
    file("repository/.git");
    expect(findConfig(below)).toEqual({ ok: true, path });
  });

  test("through a link to a file in one of the folders that are searched", () => {
    const below = folder("a/b");
    file("shared.json");
    symlinkSync("../../shared.json", join(below, "tusk.config.json"));
    expect(findConfig(below)).toEqual({ ok: true, path: join(below, "tusk.config.json") });
  });
});

describe("none is found", () => {
  test.each([".git/", ".git"])("beyond the repository's root, which holds %s", (git) => {
    const below = folder("repository/src");
    file("tusk.config.json");
    if (git.endsWith("/")) folder("repository/.git");
    else file("repository/.git");
    expect(findConfig(below)).toEqual({ ok: true, path: undefined });
  });

  test("up to the top of the file system", () => {
    expect(findConfig("/")).toEqual({ ok: true, path: undefined });
  });
});

describe("none is taken, and a sentence says why", () => {
  test("two in one folder", () => {
    file("tusk.config.ts");
    file("tusk.config.json");
    expect(findConfig(top)).toEqual({
      ok: false,
      reason: `${top} has both tusk.config.ts and tusk.config.json; keep one of them`,
    });
  });

  test("a link that leads out of the folders that are searched", () => {
    const here = folder("here");
    folder("elsewhere");
    const target = file("elsewhere/planted.ts");
    symlinkSync(target, join(here, "tusk.config.ts"));
    expect(findConfig(here)).toEqual({
      ok: false,
      reason: `${here}/tusk.config.ts is a link to ${target}, outside the folders that are searched; name it with --config`,
    });
  });

  test("a link that leads nowhere", () => {
    symlinkSync("gone", join(top, "tusk.config.ts"));
    expect(findConfig(top)).toEqual({
      ok: false,
      reason: `failed to read ${top}/tusk.config.ts: No such file or directory (os error 2)`,
    });
  });

  test("one that another user has put above us; one of the folder's owner is fine", ({ skip }) => {
    skip(process.getuid?.() !== 0, "only root can give a file away");
    const here = folder("here");
    const path = file("tusk.config.ts");
    chownSync(path, 12_345, 12_345);
    expect(findConfig(here)).toEqual({
      ok: false,
      reason: `${path} belongs to another user (uid 12345); name it with --config if you trust it`,
    });
    chownSync(here, 12_345, 12_345);
    expect(findConfig(here)).toEqual({ ok: true, path });
  });

  test("a folder that cannot be looked into", ({ skip }) => {
    skip(process.getuid?.() === 0, "root may look into every folder");
    const below = folder("closed/below");
    chmodSync(join(top, "closed"), 0o000);
    const found = findConfig(below);
    chmodSync(join(top, "closed"), 0o700);
    expect(found).toEqual({
      ok: false,
      reason: `cannot look for a configuration from ${below} upwards: Permission denied (os error 13)`,
    });
  });
});
