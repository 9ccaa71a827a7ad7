import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Json, type JsonObject, readToolText } from "#kernel";
import { sha256, utf8 } from "#platform";
import { recordedSession } from "../../../tests/support/recorded-session.ts";
import { type AuditFinding, auditSession } from "./audit-session.ts";

const CODEC = { sha256, utf8 };
/** Rows as they come out of a file. */
const ROWS = recordedSession("s-1").map((row): JsonObject => {
  const reading = readToolText(JSON.stringify(row), utf8);
  return reading.ok ? (reading.value as JsonObject) : expect.fail();
});

function audit(rows: readonly JsonObject[]) {
  return auditSession(
    rows.map((event, seq) => ({ seq, event })),
    CODEC,
  );
}

function firstOf(rows: readonly JsonObject[]): AuditFinding {
  return audit(rows).first ?? expect.fail("nothing was found");
}

/** The place of the nth row of a kind. */
function at(kind: string, n = 0): number {
  return ROWS.flatMap((row, place) => (row["kind"] === kind ? [place] : []))[n] ?? expect.fail(kind);
}

function changed(place: number, change: JsonObject): readonly JsonObject[] {
  return ROWS.with(place, { ...ROWS[place], ...change });
}

function dropped(place: number): readonly JsonObject[] {
  return ROWS.toSpliced(place, 1);
}

describe("a session that our runs have written (M14)", () => {
  test("holds, every turn of it closed once more with the same evidence", () => {
    expect(audit(ROWS)).toEqual({ turns: 4 });
  });

  test("holds up to every row: a crash may end it anywhere", () => {
    for (let length = 0; length <= ROWS.length; length++) expect(audit(ROWS.slice(0, length)).first).toBeUndefined();
  });

  test("holds with the journal's own rows in it", () => {
    const opened = { kind: "journal.opened", session: "s-1", epoch: 1, writer: "w" };
    expect(audit([opened, ...ROWS.flatMap((row) => [row, opened])])).toEqual({ turns: 4 });
  });
});

describe("the first row that no run has written is named with its number and its step (M14, R11)", () => {
  const settled = ROWS[at("tool.settled")] ?? {};
  const result = settled["result"] as JsonObject;
  const cases: readonly (readonly [string, readonly JsonObject[], AuditFinding])[] = [
    [
      "a row without its form",
      changed(at("tool.settled"), { step: "1" }),
      { seq: 6, step: 1, what: 'tool.settled: step is "1", expected a whole number from 0' },
    ],
    [
      "a second beginning",
      [...ROWS.slice(0, 1), ...ROWS],
      { seq: 1, step: 0, what: "session.started: the session has begun already" },
    ],
    ["no beginning", dropped(0), { seq: 0, step: 0, what: "policies.bound: it stands before session.started" }],
    [
      "a settled call that nobody requested",
      changed(at("tool.settled"), { result: { ...result, toolCallId: "tc-9-9" } }),
      { seq: 6, step: 1, what: "tool.settled: tc-9-9 has ended, and nobody requested it" },
    ],
    [
      "calls that ran and were never requested",
      dropped(at("tools.requested")),
      { seq: 5, step: 1, what: "tool.settled: tc-1-1 has ended, and nobody requested it" },
    ],
    [
      "a second result",
      ROWS.toSpliced(at("tool.settled"), 0, settled),
      { seq: 7, step: 1, what: "tool.settled: tc-1-1 has ended already" },
    ],
    [
      "a join without results",
      dropped(at("tool.settled")),
      {
        seq: 6,
        step: 1,
        what: "join.closed: the results do not stand: tool.result_missing, tc-1-1: the call has no result",
      },
    ],
    [
      "a step without an end",
      dropped(at("join.closed")),
      { seq: 7, step: 1, what: "step.started: step 1 has no end yet" },
    ],
    [
      "a step that was left out",
      ROWS.toSpliced(at("step.started"), at("step.started", 1) - at("step.started")),
      { seq: 3, step: 0, what: "step.started: it is step 2, and step 1 was due" },
    ],
    [
      "a row behind the end",
      ROWS.toSpliced(at("session.ended") + 1, 0, { kind: "note.added", step: 4, source: "reminder", text: "x" }),
      { seq: at("session.ended") + 1, step: 4, what: "note.added: it stands behind the end of the run" },
    ],
    [
      "an end that counts otherwise",
      changed(at("session.ended"), { steps: 5 }),
      { seq: at("session.ended"), step: 4, what: "session.ended: it counts 5 steps, and step 4 is the newest" },
    ],
    [
      "an answer to a call that has one",
      changed(at("turn.refused"), { answers: [{ toolCallId: "tc-1-1", tool: "add", text: "x" }] }),
      {
        seq: at("turn.refused"),
        step: 3,
        what: "turn.refused: tc-1-1 is answered, and is no open call",
      },
    ],
    [
      "a call that is never answered",
      changed(at("turn.refused"), { answers: [] }),
      { seq: at("step.started", 3), step: 3, what: "step.started: tc-3-1 (subtract) has no answer yet" },
    ],
    [
      "a row of another step",
      changed(at("tool.settled"), { step: 2 }),
      { seq: 6, step: 1, what: "tool.settled: it is of step 2, and step 1 is the newest" },
    ],
  ];

  test.each(cases)("%s", (_name, rows, finding) => {
    // Of a missing row the number is that of the row which shows it.
    expect(firstOf(rows)).toEqual(finding);
  });

  test.each<readonly [string, number, JsonObject, RegExp]>([
    [
      "policies",
      at("policies.bound"),
      { specDigest: `sha256:${"0".repeat(64)}` },
      /^policies\.bound: the policies have the digest/,
    ],
    ["a reply", at("model.replied"), { stopReason: "end_turn" }, /^model\.replied: the reply has the digest/],
    [
      "evidence",
      at("join.closed"),
      { evidenceDigest: `sha256:${"0".repeat(64)}` },
      /^join\.closed: the evidence of the turn/,
    ],
    [
      "a result",
      at("tool.settled"),
      { result: { ...result, payload: 4, shown: "4" } },
      /^join\.closed: the evidence of the turn/,
    ],
    ["the name of a call", at("step.started"), { callId: "call1_x" }, /^step\.started: the turn is the call/],
  ])("%s with another digest", (_name, place, change, what) => {
    expect(firstOf(changed(place, change)).what).toMatch(what);
  });
});

/** Every place in a value where a text or a number stands. */
function leaves(value: Json, path: readonly (string | number)[] = []): readonly (readonly (string | number)[])[] {
  if (typeof value === "string" || typeof value === "number") return [path];
  if (Array.isArray(value)) return value.flatMap((item: Json, index) => leaves(item, [...path, index]));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => leaves(item as Json, [...path, key]));
}

function replaced(value: Json, [key, ...rest]: readonly (string | number)[]): Json {
  if (key === undefined) return typeof value === "number" ? value + 1 : `${value as string}x`;
  if (Array.isArray(value)) return value.with(Number(key), replaced(value[Number(key)] ?? null, rest));
  const object = value as JsonObject;
  return { ...object, [key]: replaced(object[key] ?? null, rest) };
}

describe("whatever is done to the rows of a turn", () => {
  /** What no digest of a turn covers: who asked for what, what it cost, why somebody decided something. */
  const FREE =
    /^(?:session\.started\.correlationId|input\.given\.text|step\.started\.request|model\.replied\.usage|policy\.decided\.|turn\.refused\.|note\.added\.|step\.failed\.|session\.ended\.(?:reason|output|phase)|session\.resumed\.interrupted|policies\.bound\.terms\.(?:system|budget|requestTokens|outputTokens|repetitions|policy|onThrow))/;

  test("a changed text or number of what a digest names is found", () => {
    let tried = 0;
    for (const [place, row] of ROWS.entries())
      for (const path of leaves(row)) {
        const name = `${row["kind"] as string}.${path.join(".")}`;
        if (FREE.test(name) || row["step"] === 5) continue;
        tried += 1;
        const rows = ROWS.with(place, replaced(row, path) as JsonObject);
        expect([name, audit(rows).first === undefined]).toEqual([name, false]);
      }
    expect(tried).toBeGreaterThan(200);
  });

  test("a dropped, repeated or moved row of a step that closed is found", () => {
    const inTurn = ROWS.flatMap((row, place) => {
      const { kind, step } = row;
      const isNote = kind === "note.added" || kind === "policy.decided";
      return typeof step === "number" && !isNote && [1, 2, 4, 6].includes(step) ? [place] : [];
    });
    fc.assert(
      fc.property(fc.constantFrom(...inTurn), fc.constantFrom(...inTurn), (from, to) => {
        const row = ROWS[from] ?? {};
        expect(audit(dropped(from)).first).toBeDefined();
        expect(audit(ROWS.toSpliced(to, 0, row)).first).toBeDefined();
        const moved = dropped(from).toSpliced(to, 0, row);
        const isSame = JSON.stringify(moved) === JSON.stringify(ROWS);
        const isOrderOfEnds = [row, ROWS[to]].every(
          (each) => each?.["kind"] === "tool.settled" && each["step"] === row["step"],
        );
        if (!isSame && !isOrderOfEnds) expect(audit(moved).first).toBeDefined();
      }),
      { numRuns: 500 },
    );
  });
});
