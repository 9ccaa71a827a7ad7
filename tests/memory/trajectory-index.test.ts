import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { TrajectoryDraft } from "#kernel";
import { openTrajectories } from "#memory";
import { now } from "#platform";
import type { Trajectories, TrajectoryQuery } from "#ports";
import { temporaryFolder } from "../support/temporary-folder.ts";

/*
 * What an index answers is what reading the file answers, whatever happened to the file, the index or the stamp in between (M04).
 */

const folder = temporaryFolder();
/** Everything goes through an index; a tail of up to 300 bytes is read beside it. */
const indexed = await openTrajectories({ now, indexFrom: 0, longTail: 300 });
/** Nothing does. */
const plain = await openTrajectories({ now, indexFrom: Infinity });

const draft: fc.Arbitrary<TrajectoryDraft> = fc.record(
  {
    stepId: fc.constantFrom("worker.1.bd-1.1", "worker.2.bd-1.2", "worker.1.bd-2.1", "s", "\u{1F600}", "\uE000"),
    action: fc.constantFrom("a", "b", "kpi.remediation"),
    resultClass: fc.constantFrom("ok", "Completed", "failed", "network-timeout", "completed_retry"),
    issueId: fc.constantFrom("bd-1", "bd-2"),
    finishedAt: fc.constantFrom(
      "2026-02-01T00:00:00Z",
      "2026-02-01T01:00:00+01:00",
      "2026-02-01T00:00:00.5Z",
      "2026-02-01T00:00:60Z",
      "2026-02-01T00:01:00Z",
      "0001-01-01T00:00:00Z",
      "9999-12-31T23:59:59.999999999Z",
    ),
  },
  { requiredKeys: ["stepId", "action", "resultClass", "finishedAt"] },
);

const query: fc.Arbitrary<TrajectoryQuery> = fc.record(
  {
    mode: fc.constantFrom("latest", "failed", "retry_needed"),
    limit: fc.constantFrom(0, 1, 3, 1000),
    groupBy: fc.constantFrom("class", "issue", "worker"),
    strict: fc.boolean(),
    filter: fc.record(
      { issueId: fc.constantFrom("bd-1", "bd-3"), worker: fc.constantFrom("worker.1", "s") },
      { requiredKeys: [] },
    ),
  },
  { requiredKeys: ["mode", "limit"] },
);

/** What may happen to a trajectory. */
type Happening =
  | { readonly kind: "append"; readonly drafts: readonly TrajectoryDraft[] }
  | { readonly kind: "foreign"; readonly text: string }
  | { readonly kind: "edit" | "cut" | "replace"; readonly at: number }
  | { readonly kind: "drop" | "damage"; readonly what: "index" | "stamp" };

const LINE =
  '{"schema":1,"stepKind":"premath.harness.step.v1","stepId":"f","action":"a","resultClass":"ok","finishedAt":"2026-02-01T00:00:30Z"}';
const happening: fc.Arbitrary<Happening> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant("append" as const), drafts: fc.array(draft, { maxLength: 6 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("foreign" as const),
      text: fc.constantFrom(`${LINE}\n`, LINE, `${LINE.replace("1", "2")}\n`, "torn {", "\n\n", "\u00FF nonsense\n"),
    }),
  },
  fc.record({ kind: fc.constantFrom("edit" as const, "cut" as const, "replace" as const), at: fc.nat({ max: 5000 }) }),
  fc.record({
    kind: fc.constantFrom("drop" as const, "damage" as const),
    what: fc.constantFrom("index" as const, "stamp" as const),
  }),
);

function happen(path: string, cache: string, event: Happening): void {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  switch (event.kind) {
    case "append":
      return void indexed.append(path, event.drafts);
    case "foreign":
      return appendFileSync(path, event.text);
    case "edit":
      return size === 0 ? undefined : editInPlace(path, event.at % size);
    case "cut":
      return size === 0 ? undefined : truncateSync(path, event.at % size);
    case "replace":
      if (size === 0) return undefined;
      writeFileSync(`${path}.other`, readFileSync(path).subarray(event.at % size));
      return renameSync(`${path}.other`, path);
    case "drop":
    case "damage": {
      const file = join(cache, event.what === "index" ? "t.steps.db" : "t.stamp.json");
      if (!existsSync(file)) return undefined;
      return event.kind === "drop" ? rmSync(file) : damage(file);
    }
    default:
      return event satisfies never;
  }
}

/** Torn in the middle, or no database at all. */
function damage(file: string): void {
  const bytes = readFileSync(file);
  if (bytes.length % 3 === 0) truncateSync(file, bytes.length >> 1);
  else writeFileSync(file, bytes.fill(7, 0, Math.min(99, bytes.length)));
}

/** The same length, the same file: only the moment tells. Where the clock of the file system is coarse, moments within a tick are one. */
function editInPlace(path: string, at: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 25);
  const bytes = readFileSync(path);
  bytes[at] = bytes[at] === 0x61 ? 0x62 : 0x61;
  writeFileSync(path, bytes);
}

/** The answer, or the words of the refusal. */
function answer(trajectories: Trajectories, path: string, ask: TrajectoryQuery): unknown {
  try {
    return trajectories.query(path, ask);
  } catch (error) {
    return error instanceof Error ? error.message : error;
  }
}

describe("the index of a trajectory", () => {
  test("answers as the file does, after any appends, edits, cuts, replacements and damage (M04)", () => {
    const story = fc.array(fc.tuple(happening, fc.array(query, { minLength: 1, maxLength: 2 })), { maxLength: 14 });
    fc.assert(
      fc.property(story, (events) => {
        const here = mkdtempSync(join(folder, "story-"));
        const path = join(here, "t.jsonl");
        for (const [event, asks] of events) {
          happen(path, join(here, "cache"), event);
          for (const ask of asks) expect(answer(indexed, path, ask)).toEqual(answer(plain, path, ask));
          for (const step of ["s", "f", "worker.1.bd-2.1"]) expect(indexed.has(path, step)).toBe(plain.has(path, step));
          const [mine, theirs] = [indexed.recent(path, 1), plain.recent(path, 1)];
          expect(mine.problem).toBe(theirs.problem);
          expect(mine.rows.map((row) => JSON.stringify(row)).toSorted()).toEqual(
            theirs.rows.map((row) => JSON.stringify(row)).toSorted(),
          );
        }
        rmSync(here, { recursive: true });
      }),
      { numRuns: 60 },
    );
  }, 240_000);

  test("that cannot be written is none: the file is read (M04)", () => {
    const here = mkdtempSync(join(folder, "fixed-"));
    const path = join(here, "t.jsonl");
    writeFileSync(path, `${LINE}\n`.repeat(50));
    writeFileSync(join(here, "cache"), "in the way");
    chmodSync(here, 0o500);
    try {
      expect(indexed.query(path, { mode: "latest", limit: 1 }).totalCount).toBe(50);
      expect(indexed.has(path, "f")).toBe(true);
    } finally {
      chmodSync(here, 0o700);
    }
  });

  test("is not asked to read rows that are not listed (M04)", () => {
    const here = mkdtempSync(join(folder, "large-"));
    const path = join(here, "t.jsonl");
    const rows = Array.from({ length: 3000 }, (_, at) => `${LINE.replace('"f"', `"f${at}"`)}\n`);
    writeFileSync(path, rows.join(""));
    expect(indexed.query(path, { mode: "latest", limit: 2 }).totalCount).toBe(3000);
    // A row in the middle is spoilt, and the moment of it hidden: whoever read it would tell.
    const stamp = join(here, "cache/t.stamp.json");
    const bytes = readFileSync(path);
    bytes[150_000] = 0xff;
    writeFileSync(path, bytes);
    const { dev, ino, size, ctimeNs } = statSync(path, { bigint: true });
    const { epoch } = JSON.parse(readFileSync(stamp, "utf8")) as { readonly epoch: string };
    writeFileSync(stamp, JSON.stringify({ file: `${dev}.${ino}.${size}.${ctimeNs}`, epoch }));
    const { badCount, totalCount, items } = indexed.query(path, { mode: "latest", limit: 2 });
    expect({ badCount, totalCount, items: items.length }).toEqual({ badCount: undefined, totalCount: 3000, items: 2 });
    indexed.append(path, [{ stepId: "new", action: "a", resultClass: "ok", finishedAt: "2026-03-01T00:00:00Z" }]);
    expect(indexed.query(path, { mode: "latest", limit: 1 }).items.map(({ stepId }) => stepId)).toEqual(["new"]);
    expect(plain.query(path, { mode: "latest", limit: 1 }).badCount).toBe(1);
  });
});
