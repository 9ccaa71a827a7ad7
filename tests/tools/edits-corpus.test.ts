import { createHash } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { callOnce } from "./call-in.ts";
import { treeOf } from "./temporary-workspace.ts";

/*
 * Real edits, real failures and apply_patch scenarios that stay outside the repository. Without the folder every check here is
 * skipped, and its name says so.
 */

const corpus = join(
  resolve(process.env["TUSK_CORPUS"] ?? join(import.meta.dirname, "../../../shared/fixtures")),
  "4-edits",
);
const scenarios = join(corpus, "apply_patch-scenarios");
const skipped = existsSync(corpus) ? "" : ` (skipped: no corpus at ${corpus})`;
const folder = temporaryFolder();

interface EditRow {
  readonly id: string;
  readonly path: string;
  readonly original: string;
  readonly call: { readonly old_string: string; readonly new_string: string; readonly replace_all: boolean };
  readonly expect: { readonly ok: boolean; readonly sha256?: string; readonly bytes?: number };
}

function rowsOf(name: string): readonly (readonly [string, EditRow])[] {
  const path = join(corpus, `${name}.jsonl`);
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, "utf8").trim().split("\n");
  return lines.map((line, at) => [`${at + 1}`, JSON.parse(line) as EditRow] as const);
}

function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

async function edited(
  name: string,
  row: EditRow,
  prepare: (root: string) => void = () => undefined,
): Promise<{ bytes: Buffer; settlement: Awaited<ReturnType<typeof callOnce>> }> {
  const root = join(folder, name);
  const path = join(root, row.path);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, row.original);
  prepare(root);
  const settlement = await callOnce(root, "edit", { path: row.path, ...row.call });
  return { bytes: readFileSync(path), settlement };
}

describe.skipIf(!existsSync(corpus))(`every real edit that succeeded (T06)${skipped}`, () => {
  test.each(rowsOf("real-edits-ok"))("row %s", async (at, row) => {
    const { bytes, settlement } = await edited(`ok-${at}`, row);
    expect([settlement.outcome, settlement.failure, sha256(bytes), bytes.length]).toEqual([
      "ok",
      undefined,
      row.expect.sha256,
      row.expect.bytes,
    ]);
    expect(settlement.payload).toMatchObject({ repairs: [], digest: `sha256:${row.expect.sha256}`, basis: "unread" });
  });
});

describe.skipIf(!existsSync(corpus))(`every real edit that failed (T03, T06)${skipped}`, () => {
  test.each(rowsOf("real-edits-fail"))("row %s", async (at, row) => {
    const { bytes, settlement } = await edited(`fail-${at}`, row);
    expect([settlement.outcome, settlement.failure?.code, bytes.toString(), settlement.artifacts]).toEqual([
      "failed",
      "InvalidInput",
      row.original,
      [],
    ]);
    expect(settlement.failure?.message.length).toBeLessThanOrEqual(400);
  });
});

describe.skipIf(!existsSync(corpus))(`every edit whose old_string was escaped as JSON (T02)${skipped}`, () => {
  test.each(rowsOf("derived-json-escaped-old_string"))("row %s", async (at, row) => {
    const { bytes, settlement } = await edited(`escaped-${at}`, row);
    expect([sha256(bytes), bytes.length]).toEqual([row.expect.sha256, row.expect.bytes]);
    expect(settlement.payload).toMatchObject({ repairs: [{ rule: "json_escaped", field: "old_string" }] });
  });
});

/** Our patches are all or nothing: where the reference keeps half of one, the input stays. */
const KEPT_INPUT: ReadonlySet<string> = new Set(["015_failure_after_partial_success_leaves_changes"]);

const scenarioNames = existsSync(scenarios) ? readdirSync(scenarios).sort() : [];

/** Plays a scenario in a folder of its own, made ready by `prepare`; its tree must be the expected one, or all of the input. */
async function playScenario(root: string, name: string, prepare: (root: string) => void): Promise<void> {
  mkdirSync(root);
  const input = treeOf(join(scenarios, name, "input"));
  for (const [path, content] of Object.entries(input)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content, "latin1");
  }
  prepare(root);
  const patch = readFileSync(join(scenarios, name, "patch.txt"), "utf8");
  const { outcome, failure } = await callOnce(root, "apply_patch", { patch });
  const expected = KEPT_INPUT.has(name) ? input : treeOf(join(scenarios, name, "expected"));
  const refused = JSON.stringify(expected) === JSON.stringify(input);
  expect([treeOf(root), outcome, failure?.code === undefined]).toEqual([expected, refused ? "failed" : "ok", !refused]);
}

describe.skipIf(!existsSync(scenarios))(`every apply_patch scenario, compared whole (T06)${skipped}`, () => {
  test.each(scenarioNames)("%s", (name) => playScenario(join(folder, name), name, () => undefined));
});

/** As a copy of a folder that is read-only: nobody but root may write there. */
function makeReadOnly(root: string): void {
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true }))
    chmodSync(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o555 : 0o444);
  chmodSync(root, 0o555);
}

const isRoot = process.getuid?.() === 0;
const readOnlySkipped = isRoot ? skipped : " (skipped: only root may write there)";

describe.skipIf(!isRoot || !existsSync(scenarios))(
  `in read-only folders root may write (T06)${readOnlySkipped}`,
  () => {
    test.each(scenarioNames)("%s", (name) => playScenario(join(folder, `ro-${name}`), name, makeReadOnly));

    test.each(rowsOf("real-edits-ok").slice(0, 5))("edit %s", async (at, row) => {
      const root = join(folder, `ro-ok-${at}`);
      const { bytes, settlement } = await edited(`ro-ok-${at}`, row, makeReadOnly);
      expect([settlement.failure, sha256(bytes)]).toEqual([undefined, row.expect.sha256]);
      expect(statSync(join(root, row.path)).mode & 0o777).toBe(0o444);
    });
  },
);
