import {
  chmodSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import type { Digest } from "#kernel";
import { digestBytes } from "#platform";
import { type FileChange, PortError, ToolFailed, type Workspace, type WorkspaceSession } from "#ports";
import { temporaryWorkspace, treeDigest } from "../../../tests/tools/temporary-workspace.ts";
import { openWorkspace } from "./open-workspace.ts";

const LIMITS = { maxBytes: 1_000_000 };
const bytes = (text: string): Uint8Array => Buffer.from(text);
const digest = (text: string): Digest => digestBytes(bytes(text));

function session(root: string, dryRun = false): WorkspaceSession {
  const opened = openWorkspace(root, { role: "coder", dryRun });
  onTestFinished(() => opened.close());
  return opened;
}

function workspaceIn(root: string): Workspace {
  return session(root).forCall("edit").workspace;
}

const put = (path: string, text: string, from?: Digest): FileChange => ({
  kind: "put",
  path,
  bytes: bytes(text),
  from,
});

/** The failure that work throws, as code and message. */
function failure(work: () => unknown): { code: string; message: string } {
  try {
    work();
  } catch (error) {
    if (error instanceof ToolFailed) return { code: error.code, message: error.message };
    throw error;
  }
  return { code: "none", message: "" };
}

describe("reading in a workspace (T07)", () => {
  test("a file comes with the digest of its bytes, and is recorded once", () => {
    const call = session(temporaryWorkspace({ "src/a.txt": "one\n" })).forCall("read");
    expect(call.workspace.read("./src//a.txt", LIMITS)).toEqual({
      bytes: Buffer.from("one\n"),
      digest: digest("one\n"),
    });
    call.workspace.read("src/a.txt", LIMITS);
    expect(call.record()).toEqual({ reads: ["src/a.txt"], artifacts: [] });
  });

  test("a folder is listed by name in byte order; links are shown, not followed", () => {
    const root = temporaryWorkspace({ "b.txt": "22", "a/x": "", "\u00e9": "", Z: "1" });
    symlinkSync("/etc", join(root, "link"));
    execFileSync("mkfifo", [join(root, "pipe")]);
    expect(workspaceIn(root).list(".")).toEqual([
      { name: "Z", kind: "file", size: 1 },
      { name: "a", kind: "folder", size: 0 },
      { name: "b.txt", kind: "file", size: 2 },
      { name: "link", kind: "link", size: 0 },
      { name: "pipe", kind: "other", size: 0 },
      { name: "\u00e9", kind: "file", size: 0 },
    ]);
  });

  test("an open file stays the same file when its name is given to another", () => {
    const root = temporaryWorkspace({ "a.txt": "old text", b: "new" });
    const file = workspaceIn(root).open("a.txt");
    renameSync(join(root, "b"), join(root, "a.txt"));
    expect(Buffer.from(file.readAt(4, 100)).toString()).toBe("text");
    file.close();
    file.close();
  });

  test("too much is refused before it is read", () => {
    const found = failure(() => workspaceIn(temporaryWorkspace({ a: "12345" })).read("a", { maxBytes: 4 }));
    expect(found).toEqual({ code: "InvalidInput", message: '"a" has 5 bytes, and at most 4 are taken at once' });
  });
});

describe("changing files (T07)", () => {
  test("a file is replaced: mode kept, row with both digests, role, tool and basis", () => {
    const root = temporaryWorkspace({ "run.sh": "echo 1\n" });
    chmodSync(join(root, "run.sh"), 0o751);
    const call = session(root).forCall("edit");
    call.workspace.remember("run.sh", call.workspace.read("run.sh", LIMITS).digest);
    const rows = call.workspace.change([put("run.sh", "echo 2\n", digest("echo 1\n"))]);
    expect(rows).toEqual([
      {
        path: "run.sh",
        before: digest("echo 1\n"),
        after: digest("echo 2\n"),
        role: "coder",
        surface: "edit",
        basis: "read",
      },
    ]);
    expect(call.record().artifacts).toEqual(rows);
    expect(readFileSync(join(root, "run.sh"), "utf8")).toBe("echo 2\n");
    expect(statSync(join(root, "run.sh")).mode & 0o7777).toBe(0o751);
    expect(readdirSync(root)).toEqual(["run.sh"]);
  });

  test("a new file is made with the folders above it", () => {
    const root = temporaryWorkspace();
    const rows = workspaceIn(root).change([put("a/b/c.txt", "x")]);
    expect(rows.map(({ basis, before }) => ({ basis, before }))).toEqual([{ basis: "created", before: undefined }]);
    expect(readFileSync(join(root, "a/b/c.txt"), "utf8")).toBe("x");
    expect(statSync(join(root, "a/b/c.txt")).nlink).toBe(1);
  });

  test("a file that is moved takes its mode along, over another file too", () => {
    const root = temporaryWorkspace({ "run.sh": "x", other: "y" });
    chmodSync(join(root, "run.sh"), 0o755);
    const workspace = workspaceIn(root);
    workspace.change([{ kind: "put", path: "bin/run", bytes: bytes("x"), from: undefined, modeOf: "run.sh" }]);
    workspace.change([
      { kind: "put", path: "other", bytes: bytes("x"), from: digest("y"), modeOf: "run.sh" },
      { kind: "remove", path: "run.sh", from: digest("x") },
    ]);
    expect(["bin/run", "other"].map((path) => statSync(join(root, path)).mode & 0o777)).toEqual([0o755, 0o755]);
    expect(readdirSync(root)).toEqual(["bin", "other"]);
  });

  test("a file that the session never read may be changed, and the row says unread", () => {
    const root = temporaryWorkspace({ a: "1" });
    expect(workspaceIn(root).change([put("a", "2", digest("1"))])[0]?.basis).toBe("unread");
  });

  test("content that is not what the session read last is refused by its digest, whatever its times say", () => {
    const root = temporaryWorkspace({ a: "1" });
    const workspace = workspaceIn(root);
    workspace.remember("a", workspace.read("a", LIMITS).digest);
    const { atime, mtime } = statSync(join(root, "a"));
    writeFileSync(join(root, "a"), "3");
    execFileSync("touch", ["-d", mtime.toISOString(), join(root, "a")]);
    expect(atime).toBeDefined();
    expect(failure(() => workspace.basis("a", LIMITS)).message).toContain("has changed since this session read it");
    expect(failure(() => workspace.change([put("a", "2", digest("3"))])).code).toBe("InvalidInput");
    expect(readFileSync(join(root, "a"), "utf8")).toBe("3");
  });

  test("after its own change the session may change the file again", () => {
    const root = temporaryWorkspace({ a: "1" });
    const workspace = workspaceIn(root);
    workspace.remember("a", workspace.read("a", LIMITS).digest);
    workspace.change([put("a", "2", digest("1"))]);
    expect(workspace.change([put("a", "3", digest("2"))])[0]?.basis).toBe("read");
  });

  test.each([
    ["changed", "9", digest("1"), "has changed meanwhile"],
    ["gone", undefined, digest("1"), "is gone"],
    ["made by somebody", "9", undefined, "exists by now"],
  ])("a file that was %s since it was looked at is left alone", (_, content, from, text) => {
    const root = temporaryWorkspace(content === undefined ? {} : { a: content });
    const before = treeDigest(root);
    expect(failure(() => workspaceIn(root).change([put("a", "2", from)]))).toMatchObject({ code: "InvalidInput" });
    expect(failure(() => workspaceIn(root).change([put("a", "2", from)])).message).toContain(text);
    expect(treeDigest(root)).toBe(before);
  });

  test("several changes are made together, or none: the last one fails and the first ones are as they were", () => {
    const root = temporaryWorkspace({ a: "1", b: "2", d: "4", "sub/": "" });
    const before = treeDigest(root);
    const workspace = workspaceIn(root);
    const changes: FileChange[] = [
      put("a", "one", digest("1")),
      { kind: "remove", path: "b", from: digest("2") },
      put("new/deep/c", "3"),
      put("d", "four", digest("4")),
    ];
    // Nothing stands there, so it is seen only when the names change hands: `x` is a folder by then.
    const impossible = [...changes, put("x", "5"), put("x/y", "6")];
    expect(failure(() => workspace.change(impossible))).toMatchObject({ code: "InvalidInput" });
    expect(treeDigest(root)).toBe(before);
    expect(workspace.change(changes).map(({ path }) => path)).toEqual(["a", "b", "new/deep/c", "d"]);
    expect(readdirSync(root, { recursive: true, encoding: "utf8" }).toSorted()).toEqual([
      "a",
      "d",
      "new",
      "new/deep",
      "new/deep/c",
      "sub",
    ]);
    expect(statSync(join(root, "a")).nlink).toBe(1);
  });

  test("a dry run looks at everything, tells the rows and changes nothing", () => {
    const root = temporaryWorkspace({ a: "1" });
    const before = treeDigest(root);
    const call = session(root, true).forCall("write");
    expect(call.workspace.change([put("a", "2", digest("1")), put("x/y", "3")])).toHaveLength(2);
    expect(failure(() => call.workspace.change([put(".git/config", "")])).code).toBe("Denied");
    expect(treeDigest(root)).toBe(before);
  });

  test("a call that is over reads and writes nothing any more, and its files are closed", () => {
    const root = temporaryWorkspace({ a: "1" });
    const call = session(root).forCall("edit");
    const file = call.workspace.open("a");
    call.revoke();
    expect(failure(() => call.workspace.change([put("b", "2")])).code).toBe("Interrupted");
    expect(failure(() => call.workspace.read("a", LIMITS)).code).toBe("Interrupted");
    expect(failure(() => file.readAt(0, 1)).code).toBe("Interrupted");
    expect(readdirSync(root)).toEqual(["a"]);
  });

  test("a file that was read and is gone is not made again unseen: once it is said, then it may be", () => {
    const root = temporaryWorkspace({ a: "1" });
    const workspace = workspaceIn(root);
    workspace.remember("a", workspace.read("a", LIMITS).digest);
    rmSync(join(root, "a"));
    expect(failure(() => workspace.basis("a", LIMITS)).message).toContain("is gone since this session read it");
    expect(workspace.basis("a", LIMITS)).toBeUndefined();
  });

  test("a closed session works nowhere, least of all in the folder whose descriptor has its number now", () => {
    const [one, other] = [temporaryWorkspace({ a: "one" }), temporaryWorkspace({ a: "other" })];
    const closed = openWorkspace(one, { role: "x" });
    const running = closed.forCall("edit").workspace;
    closed.close();
    session(other);
    expect(failure(() => running.read("a", LIMITS)).code).toBe("Interrupted");
    expect(failure(() => running.change([put("b", "2")])).code).toBe("Interrupted");
    expect(() => closed.forCall("edit")).toThrow("the workspace's session is closed");
    expect([readdirSync(one), readdirSync(other)]).toEqual([["a"], ["a"]]);
  });

  test("rows are evidence: whoever is given one cannot change what was recorded", () => {
    const call = session(temporaryWorkspace()).forCall("write");
    const [row] = call.workspace.change([put("a", "1")]);
    expect(() => Object.assign(row ?? {}, { path: "FORGED" })).toThrow(TypeError);
    expect(call.record().artifacts).toMatchObject([{ path: "a" }]);
  });

  test("where our own state lies inside a workspace it is protected", () => {
    const root = temporaryWorkspace();
    const before = process.env["TUSK_STATE_DIR"];
    process.env["TUSK_STATE_DIR"] = join(root, "state/of/tusk");
    onTestFinished(() => void (process.env["TUSK_STATE_DIR"] = before));
    const workspace = workspaceIn(root);
    expect(failure(() => workspace.change([put("state/of/tusk/workspaces/x", "")])).code).toBe("Denied");
    expect(failure(() => workspace.change([put("state/of/x", "")])).code).toBe("none");
  });

  test("one path cannot be changed twice at once, under two spellings either", () => {
    const root = temporaryWorkspace();
    expect(failure(() => workspaceIn(root).change([put("a", "1"), put("./a", "2")])).message).toContain("twice");
    expect(readdirSync(root)).toEqual([]);
  });
});

describe("other file systems", () => {
  /** Runs a script as root of mounts of its own; skipped where that is not possible. */
  const mounted = (script: string): string =>
    execFileSync("unshare", ["-m", "sh", "-ec", script], { encoding: "utf8" });
  const isRoot = process.getuid?.() === 0;
  const edit = (root: string): string => {
    const module = join(import.meta.dirname, "open-workspace.ts");
    const code = `import { openWorkspace } from ${JSON.stringify(module)};
      const { workspace } = openWorkspace(${JSON.stringify(root)}, { role: "x" }).forCall("edit");
      const from = workspace.basis("sub/f", { maxBytes: 9 })?.digest;
      workspace.change([{ kind: "put", path: "sub/f", bytes: Buffer.from("new"), from }]);`;
    return `'${process.execPath}' --input-type=module -e '${code}'`;
  };

  test.skipIf(!isRoot)("a folder that is mounted from the same device is written to (skipped: needs root)", () => {
    const [root, source] = [temporaryWorkspace({ "sub/": "" }), temporaryWorkspace({ f: "old" })];
    mounted(`mount --bind ${source} ${root}/sub; ${edit(root)}`);
    expect(readdirSync(source)).toEqual(["f"]);
    expect(readFileSync(join(source, "f"), "utf8")).toBe("new");
  });

  test.skipIf(!isRoot)("the first change of a file in a lower layer is made (skipped: needs root)", () => {
    const [root, lower, upper] = [temporaryWorkspace(), temporaryWorkspace({ "sub/f": "old" }), temporaryWorkspace()];
    const overlay = `mount -t tmpfs none ${upper}; mkdir ${upper}/u ${upper}/w; mount -t overlay none -o lowerdir=${lower},upperdir=${upper}/u,workdir=${upper}/w ${root}`;
    expect(mounted(`${overlay}; ${edit(root)}; cat ${root}/sub/f`)).toBe("new");
  });
});

describe("what is refused (SECURITY 3)", () => {
  test("a link is never followed: as the file, as a folder on the way, dangling, or to the inside", () => {
    const outside = temporaryWorkspace({ secret: "s", "d/x": "s" });
    const root = temporaryWorkspace({ real: "r", "dir/x": "r" });
    for (const [name, target] of Object.entries({
      file: join(outside, "secret"),
      folder: join(outside, "d"),
      dangling: join(outside, "new"),
      inner: "real",
      innerFolder: "dir",
    }))
      symlinkSync(target, join(root, name));
    const before = [treeDigest(root), treeDigest(outside)];
    const workspace = workspaceIn(root);
    for (const path of ["file", "dangling", "inner", "folder/x", "innerFolder/x", "folder/new"]) {
      expect(
        failure(() => workspace.read(path, LIMITS)),
        path,
      ).toMatchObject({ code: "Denied" });
      expect(
        failure(() => workspace.change([put(path, "x")])),
        path,
      ).toMatchObject({ code: "Denied" });
      expect(failure(() => workspace.change([put(path, "x")])).message).toContain("path.symlink");
    }
    expect(failure(() => workspace.list("folder"))).toMatchObject({ code: "Denied" });
    expect(failure(() => workspace.enter("folder"))).toMatchObject({ code: "Denied" });
    expect(workspace.entry("file")).toEqual({ name: "file", kind: "link", size: 0 });
    expect([treeDigest(root), treeDigest(outside)]).toEqual(before);
  });

  test("a file with a second name is read and never written", () => {
    const outside = temporaryWorkspace({ secret: "s" });
    const root = temporaryWorkspace();
    linkSync(join(outside, "secret"), join(root, "hard"));
    expect(Buffer.from(workspaceIn(root).read("hard", LIMITS).bytes).toString()).toBe("s");
    expect(failure(() => workspaceIn(root).change([put("hard", "x", digest("s"))])).message).toContain(
      "path.hard_link",
    );
    expect(readFileSync(join(outside, "secret"), "utf8")).toBe("s");
  });

  test("pipes, devices and folders are no files: nothing waits, nothing is written", () => {
    const root = temporaryWorkspace({ "folder/x": "" });
    execFileSync("mkfifo", [join(root, "pipe")]);
    const workspace = workspaceIn(root);
    expect(failure(() => workspace.read("pipe", LIMITS)).message).toContain("path.special");
    expect(failure(() => workspace.open("pipe")).code).toBe("Denied");
    expect(failure(() => workspace.change([put("pipe", "x")])).code).toBe("Denied");
    expect(failure(() => workspace.read("folder", LIMITS)).code).toBe("InvalidInput");
    expect(failure(() => workspace.change([put("folder", "x")])).code).toBe("InvalidInput");
    expect(failure(() => workspace.read(".", LIMITS)).code).toBe("InvalidInput");
    expect(failure(() => workspace.list("folder/x")).code).toBe("InvalidInput");
    const devices = workspaceIn("/dev");
    expect(failure(() => devices.read("null", LIMITS)).code).toBe("Denied");
    expect(lstatSync(join(root, "pipe")).isFIFO()).toBe(true);
  });

  test("what is missing is NotFound, also on the way", () => {
    const workspace = workspaceIn(temporaryWorkspace());
    expect(failure(() => workspace.read("a", LIMITS)).code).toBe("NotFound");
    expect(failure(() => workspace.read("a/b/c", LIMITS)).code).toBe("NotFound");
    expect(failure(() => workspace.list("a")).code).toBe("NotFound");
    expect(workspace.entry("a/b")).toBeUndefined();
    expect(workspace.basis("a/b", LIMITS)).toBeUndefined();
  });

  test("a file whose mode makes it read-only is replaced by whoever may write to it all the same, and keeps its mode", () => {
    const root = temporaryWorkspace({ a: "1" });
    chmodSync(join(root, "a"), 0o444);
    const answer = failure(() => workspaceIn(root).change([put("a", "2", digest("1"))]));
    const isRoot = process.getuid?.() === 0;
    expect(answer.code).toBe(isRoot ? "none" : "Denied");
    expect(readFileSync(join(root, "a"), "utf8")).toBe(isRoot ? "2" : "1");
    expect(statSync(join(root, "a")).mode & 0o777).toBe(0o444);
  });

  test("protected paths are refused whether they exist or not; reading them is no change", () => {
    const root = temporaryWorkspace({ ".git/config": "[core]" });
    const before = treeDigest(root);
    const workspace = workspaceIn(root);
    for (const path of [".git/config", ".GIT/config", ".git/hooks/new", ".premath/x", ".mcp.json", "sub/.git"])
      expect(
        failure(() => workspace.change([put(path, "x")])),
        path,
      ).toMatchObject({ code: "Denied" });
    expect(
      failure(() => workspace.change([{ kind: "remove", path: ".git/config", from: digest("[core]") }])).code,
    ).toBe("Denied");
    expect(Buffer.from(workspace.read(".git/config", LIMITS).bytes).toString()).toBe("[core]");
    expect(treeDigest(root)).toBe(before);
  });

  test("a sibling whose name begins like the workspace's is outside", () => {
    const both = temporaryWorkspace({ "ws/a": "1", "ws-evil/x": "2" });
    const workspace = workspaceIn(join(both, "ws"));
    for (const path of ["../ws-evil/x", join(both, "ws-evil/x"), join(both, "ws/a")])
      expect(
        failure(() => workspace.read(path, LIMITS)),
        path,
      ).toMatchObject({ code: "InvalidInput" });
  });

  test("a folder that was moved out of the workspace is not written to", () => {
    const outside = temporaryWorkspace();
    const root = temporaryWorkspace({ "d/x": "1" });
    mkdirSync(join(root, "e"));
    const workspace = workspaceIn(root);
    renameSync(join(root, "d"), join(outside, "d"));
    expect(failure(() => workspace.change([put("d/x", "2", digest("1"))])).code).toBe("InvalidInput");
    expect(readFileSync(join(outside, "d/x"), "utf8")).toBe("1");
  });

  test("a root that is no folder is the caller's failure, not the model's", () => {
    const root = temporaryWorkspace({ a: "" });
    expect(() => openWorkspace(join(root, "a"), { role: "x" })).toThrow(PortError);
    expect(() => openWorkspace(join(root, "none"), { role: "x" })).toThrow("no workspace at");
  });
});
