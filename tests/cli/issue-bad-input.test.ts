import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ROOT } from "../support/root.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { type IssueFolder, issueFolder, refused, row } from "./issue-folder.ts";
import { expectNoStackTrace, NO_TERMINAL, onTerminal } from "./program.ts";

const root = temporaryFolder();
const FILE = ".premath/issues.jsonl";

const READS = [["list"], ["ready"], ["blocked"], ["check"], ["migrate-events"]].map((words) => ["issue", ...words]);
const CHANGES = [
  ["issue", "add", "x"],
  ["issue", "update", "bd-1", "--title", "x"],
  ["issue", "discover", "bd-1", "x"],
  ["dep", "add", "bd-1", "bd-2"],
];
const CLAIMS = [
  ["issue", "claim", "bd-1", "--assignee", "al"],
  ["issue", "claim-next", "--assignee", "al"],
];

/** Files that are none, and the contract's words for it (memory 1.1). */
const CORRUPT: readonly (readonly [string, Uint8Array, string])[] = [
  ["a NUL", Buffer.from(`${row("bd-1")}\0\n`), `corrupted substrate: ${FILE}: contains NUL byte(s)`],
  [
    "bytes that are no UTF-8",
    Buffer.concat([Buffer.from(row("bd-1")), Buffer.from([0xff, 0x0a])]),
    `corrupted substrate: ${FILE}: contains non-UTF-8 byte sequence(s)`,
  ],
  [
    "a row that is no JSON",
    Buffer.from(`${row("bd-1")}{"id":}\n${row("bd-2")}`),
    "line 2: parse error: expected value at line 1 column 7",
  ],
  [
    "a row without a title",
    Buffer.from(`# first\n{"id":"bd-1"}\n`),
    "line 2: parse error: missing field `title` at line 1 column 13",
  ],
];

describe.concurrent.each(CORRUPT)("a file with %s", (_what, bytes, message) => {
  const untouched = (here: IssueFolder): void => {
    expect(readFileSync(join(here.path, FILE)).equals(bytes)).toBe(true);
  };

  test.each(READS)("%s %s says which file does not load", async (...args) => {
    const here = issueFolder(root, bytes);
    expect(await here.run(...args)).toEqual(refused(`error: failed to load ${FILE}: ${message}`));
    untouched(here);
  });

  test.each(CHANGES)("%s %s changes nothing", async (...args) => {
    const here = issueFolder(root, bytes);
    expect(await here.run(...args)).toEqual(refused(`error: ${message}`));
    untouched(here);
  });

  test.each(CLAIMS)("%s %s names the class", async (...args) => {
    const here = issueFolder(root, bytes);
    expect(await here.run(...args)).toEqual(refused(`error: ${message} (lease_mutation_store_io)`));
    untouched(here);
  });

  test("backend-status tells it and does not fail", async () => {
    const ended = await issueFolder(root, bytes).run("issue", "backend-status", "--json");
    expect(ended.code).toBe(0);
    expect(JSON.parse(ended.stdout)).toMatchObject({
      canonicalMemory: { exists: true, snapshotRef: null, error: message },
    });
  });
});

describe.concurrent("a missing file", () => {
  test.each([...READS, ...CHANGES.slice(1), ["dep", "project"], ["dep", "diagnostics"]])(
    "%s %s needs it, and makes none",
    async (...args) => {
      const here = issueFolder(root);
      expect(await here.run(...args)).toEqual(refused(`error: issues file not found: ${FILE}`));
      expect(readdirSync(here.path)).toEqual([]);
    },
  );

  test("a claim finds nothing in it, and makes none; a bad term is told first", async () => {
    const here = issueFolder(root);
    expect(await here.run("issue", "claim", "bd-1", "--assignee", "al")).toEqual(
      refused("error: issue not found: bd-1 (lease_not_found)"),
    );
    expect(await here.run("issue", "claim-next", "--assignee", "al")).toEqual(
      refused(`error: line 0: I/O error: ${FILE}: No such file or directory (os error 2) (lease_mutation_store_io)`),
    );
    expect(await here.run("issue", "claim-next", "--assignee", "al", "--lease-ttl-seconds", "1")).toEqual(
      refused("error: lease_ttl_seconds must be in range [30, 86400] (got 1) (lease_invalid_ttl)"),
    );
    expect(readdirSync(here.path)).toEqual([]);
  });
});

describe.concurrent("a place where nothing can be written", () => {
  test("a folder instead of the file, a file instead of the folder: one sentence, exit 1", async () => {
    const here = issueFolder(root);
    writeFileSync(join(here.path, "plain"), "");
    for (const args of [
      ["issue", "list", "--issues", "."],
      ["issue", "add", "x", "--issues", "."],
      ["issue", "claim-next", "--assignee", "al", "--issues", "."],
      ["issue", "add", "x", "--issues", "plain/issues.jsonl"],
      ["init", "plain"],
      ["init", "/proc/tusk"],
    ]) {
      const ended = await here.run(...args);
      expect({ args, code: ended.code, stdout: ended.stdout }).toEqual({ args, code: 1, stdout: "" });
      expect(ended.stderr).toMatch(/^error: [^\n]+\n$/);
      expectNoStackTrace(ended);
    }
    expect(readFileSync(join(here.path, "plain"), "utf8")).toBe("");
  });

  const asRoot = process.getuid?.() === 0;
  const readOnly = asRoot ? "a read-only folder (skipped: root may write everywhere)" : "a read-only folder";
  test.skipIf(asRoot)(`${readOnly}: one sentence, exit 1, the file as it was`, async () => {
    const here = issueFolder(root, row("bd-1"));
    chmodSync(join(here.path, ".premath"), 0o555);
    for (const args of [...CHANGES, ...CLAIMS]) {
      const ended = await here.run(...args);
      expect({ args, code: ended.code, stdout: ended.stdout }).toEqual({ args, code: 1, stdout: "" });
      expect(ended.stderr).toMatch(/^error: [^\n]*Permission denied \(os error 13\)[^\n]*\n$/);
    }
    expect((await here.run("issue", "ready")).code).toBe(0);
    chmodSync(join(here.path, ".premath"), 0o755);
    expect(here.read()).toBe(row("bd-1"));
  });
});

describe.skipIf(NO_TERMINAL !== undefined)("at a terminal", () => {
  const refusal = (name: string): string =>
    `cd '${root}' && '${join(ROOT, "bin", name)}' issue list --issues nothing.jsonl`;

  test("tusk adds what to do", async () => {
    const { stdout } = await onTerminal(refusal("tusk"));
    expect(stdout).toMatch(/^error: issues file not found: nothing\.jsonl\nhint: [^\n]+\n$/);
  });

  test("premath says the contract's line only", async () => {
    expect((await onTerminal(refusal("premath"))).stdout).toBe("error: issues file not found: nothing.jsonl\n");
  });

  test("titles cannot command the terminal", async () => {
    const folder = join(root, "title");
    mkdirSync(folder);
    writeFileSync(join(folder, "i.jsonl"), row("bd-1", { title: "\u001B]0;gone\u0007" }));
    const { stdout } = await onTerminal(`cd '${folder}' && '${join(ROOT, "bin/premath")}' issue list --issues i.jsonl`);
    expect(stdout).not.toContain("\u001B]0;");
    expect(stdout).toContain("u{1b}]0;gone");
  });
});
