import { execFileSync, spawn } from "node:child_process";
import {
  chmodSync,
  linkSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { openWorkspace } from "../../src/tools/workspace/open-workspace.ts";
import { temporaryWorkspace, treeDigest, treeOf } from "./temporary-workspace.ts";

/** A session of another start of the machine: surely gone. */
const GONE = "00000000.1.1.1.x";
const name = (at: number, end: "draft" | "kept", owner = GONE): string => `.tusk-${owner}-1-${at}.${end}`;

let state = "";
beforeEach(() => {
  state = temporaryWorkspace();
  const before = process.env["TUSK_STATE_DIR"];
  process.env["TUSK_STATE_DIR"] = state;
  onTestFinished(() => void (process.env["TUSK_STATE_DIR"] = before));
});

/** Puts a ledger where a session of this workspace would have left it. */
function leaveLedger(root: string, lines: readonly string[], { owner = GONE, mode = 0o600 } = {}): string {
  const { dev, ino } = statSync(root, { bigint: true });
  const folder = join(state, "workspaces", `${dev}-${ino}`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, `${owner}.jsonl`);
  writeFileSync(path, `${lines.join("\n")}\n`, { mode });
  chmodSync(path, mode);
  return path;
}

const markOf = (path: string): string => {
  const { ino, mtimeNs } = statSync(path, { bigint: true });
  return `${ino}-${mtimeNs}`;
};

const file = (path: string, at: number, more: object = {}): object => ({
  path,
  draft: name(at, "draft"),
  kept: name(at, "kept"),
  replaces: true,
  removes: false,
  ...more,
});

/** A change of two files that was killed after the first name had changed hands. */
function breakOff(root: string): string {
  linkSync(join(root, "b.txt"), join(root, name(1, "kept")));
  writeFileSync(join(root, name(0, "kept")), "old a");
  writeFileSync(join(root, name(1, "draft")), "new b");
  const marks = [markOf(join(root, "a.txt")), markOf(join(root, name(1, "draft")))];
  return leaveLedger(root, [
    JSON.stringify({ begin: 1, files: [file("a.txt", 0), file("b.txt", 1)], folders: [] }),
    JSON.stringify({ drafted: 1, marks }),
  ]);
}

const start = (root: string): void => openWorkspace(root, { role: "next" }).close();

describe("what a killed session left behind (T07)", () => {
  test("a change of several files that was broken off is undone", () => {
    const root = temporaryWorkspace({ "a.txt": "new a", "b.txt": "old b" });
    breakOff(root);
    start(root);
    expect(treeOf(root)).toEqual({ "a.txt": "old a", "b.txt": "old b" });
  });

  test("but not a file that somebody has written to since, in place or anew", () => {
    const root = temporaryWorkspace({ "a.txt": "new a", "b.txt": "old b" });
    breakOff(root);
    writeFileSync(join(root, "a.txt"), "by a person", { flag: "a" });
    start(root);
    expect(treeOf(root)).toEqual({ "a.txt": "new aby a person", "b.txt": "old b" });
  });

  test("and not a quarter of an hour later: a person has seen it by then; only the drafts go", () => {
    const root = temporaryWorkspace({ "a.txt": "new a", "b.txt": "old b" });
    const ledger = breakOff(root);
    const then = new Date(Date.now() - 16 * 60_000);
    utimesSync(ledger, then, then);
    start(root);
    expect(treeOf(root)).toEqual({ "a.txt": "new a", "b.txt": "old b" });
  });

  test("where the ledger is lost drafts go by their names, and old versions that are not the last copy", () => {
    const root = temporaryWorkspace({ "a.txt": "a", [name(0, "draft")]: "x", [name(0, "kept")]: "the last copy" });
    linkSync(join(root, "a.txt"), join(root, name(1, "kept")));
    start(root);
    expect(treeOf(root)).toEqual({ "a.txt": "a", [name(0, "kept")]: "the last copy" });
    expect(statSync(join(root, "a.txt")).nlink).toBe(1);
  });

  test("a session that lives is left alone: its ledger and its drafts", async () => {
    const root = temporaryWorkspace({ "a.txt": "a" });
    const child = spawn("sleep", ["60"], { stdio: "ignore" });
    onTestFinished(() => void child.kill("SIGKILL"));
    await new Promise((done) => child.once("spawn", done));
    const stat = readFileSync(`/proc/${child.pid}/stat`, "utf8");
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").slice(0, 8);
    const space = readlinkSync("/proc/self/ns/pid").replaceAll(/\D/g, "");
    const owner = `${boot}.${space}.${child.pid}.${stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19]}.x`;
    writeFileSync(join(root, name(0, "draft", owner)), "draft");
    const row = {
      begin: 1,
      files: [{ ...file("a.txt", 0), draft: name(0, "draft", owner), kept: name(0, "kept", owner) }],
      folders: [],
    };
    const ledger = leaveLedger(root, [JSON.stringify(row)], { owner });
    start(root);
    expect(treeOf(root)).toEqual({ "a.txt": "a", [name(0, "draft", owner)]: "draft" });
    child.kill("SIGKILL");
    await new Promise((done) => child.once("exit", done));
    start(root);
    expect(treeOf(root)).toEqual({ "a.txt": "a" });
    expect(() => statSync(ledger)).toThrow("ENOENT");
  });
});

describe("a ledger is no way to reach a file (SECURITY 3)", () => {
  const hostile = [
    { begin: 1, folders: [], files: [{ ...file("a.txt", 0), draft: "../out/victim.txt", kept: ".git/config" }] },
    { begin: 1, folders: [], files: [{ ...file("a.txt", 0), draft: "b.txt", kept: "b.txt" }] },
    { begin: 1, folders: ["../out", "empty"], files: [file("../out/victim.txt", 0), file("x", 1)] },
    { begin: 1, folders: [], files: [file(".git/config", 0, { replaces: false }), file("x", 1)] },
    { begin: 1, folders: [".git/empty/x/.."], files: [] },
    { begin: 1, folders: [".git", ".git/empty"], files: [] },
  ];
  test.each(hostile.map((row, at) => [at, row] as const))("forged row %i deletes and moves nothing", (_, row) => {
    const both = temporaryWorkspace({
      "ws/a.txt": "a",
      "ws/b.txt": "b",
      "ws/.git/config": "c",
      "ws/.git/empty/": "",
      "out/victim.txt": "v",
    });
    const root = join(both, "ws");
    const marks = [markOf(join(root, ".git/config")), null];
    leaveLedger(root, [JSON.stringify(row), JSON.stringify({ drafted: 1, marks })]);
    const before = treeDigest(both);
    start(root);
    expect(treeDigest(both)).toBe(before);
  });

  test("rows that are none, and ledgers that are no files, are passed over: every start works", () => {
    const root = temporaryWorkspace({ "a.txt": "a" });
    const path = leaveLedger(root, [
      "null",
      "5",
      '{"begin":1}',
      '{"begin":1,"files":[null],"folders":[]}',
      '{"begin":1,"fi',
    ]);
    const folder = join(path, "..");
    execFileSync("mkfifo", [join(folder, `${GONE}y.jsonl`)]);
    mkdirSync(join(folder, `${GONE}z.jsonl`));
    const before = treeDigest(root);
    start(root);
    start(root);
    expect(treeDigest(root)).toBe(before);
  });

  test("a ledger or folder that others may write to is not believed", () => {
    for (const [what, mode] of [
      ["file", 0o666],
      ["folder", 0o777],
    ] as const) {
      const root = temporaryWorkspace({ "a.txt": "new a", "b.txt": "old b" });
      const ledger = breakOff(root);
      chmodSync(what === "file" ? ledger : join(ledger, ".."), mode);
      start(root);
      expect(treeOf(root), what).toEqual({ "a.txt": "new a", "b.txt": "old b", [name(0, "kept")]: "old a" });
    }
  });

  test("a link that a stranger put in the place of our state is not followed, and what it leads to keeps its mode", () => {
    const [root, victim, fake] = [temporaryWorkspace({ a: "1" }), temporaryWorkspace(), temporaryWorkspace()];
    chmodSync(victim, 0o755);
    const { dev, ino } = statSync(root, { bigint: true });
    mkdirSync(join(fake, "workspaces"), { mode: 0o700 });
    symlinkSync(victim, join(fake, "workspaces", `${dev}-${ino}`));
    process.env["TUSK_STATE_DIR"] = fake;
    const session = openWorkspace(root, { role: "x" });
    onTestFinished(() => session.close());
    const { workspace } = session.forCall("write");
    workspace.change([{ kind: "put", path: "b", bytes: Buffer.from("2"), from: undefined }]);
    expect([statSync(victim).mode & 0o777, readdirSync(victim)]).toEqual([0o755, []]);
  });

  test("many starts at once do not get in each other's way", async () => {
    const root = temporaryWorkspace({ "a.txt": "a" });
    for (let at = 0; at < 200; at++) leaveLedger(root, ["{}"], { owner: `${GONE}${at}` });
    const module = join(import.meta.dirname, "../../src/tools/workspace/open-workspace.ts");
    const script = `import { openWorkspace } from ${JSON.stringify(module)}; openWorkspace(${JSON.stringify(root)}, { role: "x" }).close();`;
    const ends = Array.from({ length: 4 }, async () => {
      const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
        stdio: ["ignore", "inherit", "inherit"],
      });
      return new Promise((done) => child.once("exit", done));
    });
    expect(await Promise.all(ends)).toEqual([0, 0, 0, 0]);
  });
});
