import { cpSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import type { LinkedRow } from "#kernel";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { recordState, resumeState } from "./recorded-state.ts";
import { chained, isFound, journalOf, rowsOf, verified } from "./verifying.ts";

const folder = temporaryFolder();
let state = "";
let path = "";
let whole = Buffer.alloc(0);
let rows: readonly LinkedRow[] = [];

beforeAll(async () => {
  const recorded = await recordState(mkdtempSync(join(folder, "recorded-")));
  await resumeState(recorded);
  state = mkdtempSync(join(folder, "copy-"));
  cpSync(recorded, state, { recursive: true });
  path = journalOf(state);
  whole = readFileSync(path);
  rows = rowsOf(path);
});

async function foundWith(bytes: Uint8Array | string, file = path): Promise<boolean> {
  const before = readFileSync(file);
  writeFileSync(file, bytes);
  try {
    return isFound(await verified(state));
  } finally {
    writeFileSync(file, before);
  }
}

function flipped(bytes: Uint8Array, at: number, by: number): Uint8Array {
  return bytes.with(at, (bytes[at] ?? 0) ^ by);
}

/** The kinds of rows without which, or with which once more, a session cannot have gone on as it did. */
const BINDING = new Set([
  "step.started",
  "model.replied",
  "tools.requested",
  "tool.settled",
  "join.closed",
  "turn.refused",
  "step.failed",
]);

describe("whatever is done to what was recorded, verify finds it (M14)", () => {
  test("nothing is found where nothing was done", async () => {
    expect(await foundWith(whole)).toBe(false);
    // The same rows chained anew are the same journal.
    expect(chained(rows)).toBe(whole.toString("utf8"));
  });

  test("any byte of a journal", async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length - 1), fc.integer({ min: 1, max: 255 }), async (at, by) => {
        expect([at, by, await foundWith(flipped(whole, at, by))]).toEqual([at, by, true]);
      }),
      { numRuns: 150 },
    );
  });

  test("any byte of a witness", async () => {
    const shelves = join(state, "witnesses");
    const witnesses = readdirSync(shelves).flatMap((shelf) =>
      readdirSync(join(shelves, shelf)).map((name) => join(shelves, shelf, name)),
    );
    expect(witnesses).toHaveLength(15);
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...witnesses),
        fc.nat(),
        fc.integer({ min: 1, max: 255 }),
        async (file, place, by) => {
          const bytes = readFileSync(file);
          expect(await foundWith(flipped(bytes, place % bytes.length, by), file)).toBe(true);
        },
      ),
      { numRuns: 100 },
    );
  });

  test("any line dropped, repeated or moved", async () => {
    const lines = whole.toString("utf8").split("\n").slice(0, -1);
    const last = lines.length - 1;
    const place = fc.nat(last);
    await fc.assert(
      fc.asyncProperty(place, place, async (from, to) => {
        const line = lines[from] ?? "";
        const text = (all: readonly string[]): string => all.map((each) => `${each}\n`).join("");
        // Without its last row a journal is one that ended earlier.
        if (from !== last) expect(await foundWith(text(lines.toSpliced(from, 1)))).toBe(true);
        expect(await foundWith(text(lines.toSpliced(to, 0, line)))).toBe(true);
        if (from !== to) expect(await foundWith(text(lines.toSpliced(from, 1).toSpliced(to, 0, line)))).toBe(true);
      }),
      { numRuns: 40 },
    );
  });

  test("any row of a step dropped or repeated elsewhere, and everything chained anew", async () => {
    const binding = rows.flatMap(({ event }, at) => (BINDING.has(event.kind) ? [at] : []));
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...binding), fc.nat(rows.length), async (from, to) => {
        const row = rows[from];
        if (row === undefined) throw new Error("no row");
        expect(await foundWith(chained(rows.toSpliced(from, 1)))).toBe(true);
        expect(await foundWith(chained(rows.toSpliced(to, 0, row)))).toBe(true);
      }),
      { numRuns: 60 },
    );
  });
});
