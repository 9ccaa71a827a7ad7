import { sha256 } from "#platform";
import { describe, expect, test } from "vitest";
import { FULL_TURN } from "../../../conformance/full-turn.ts";
import { admitted, closedJoin, refusalOf, stagesOf } from "../../../tests/forgery/minted.ts";
import { closeJoin } from "./join-closed.ts";
import { type Replay, type ReplayedTurn, replayTurn, settleInterrupted, type TurnRow } from "./replay.ts";
import { interruptedResult, resultParts } from "./tool-results.ts";
import { disposeResults } from "./tool-use.ts";

const SETTLED = FULL_TURN.results.map((result): TurnRow => ({ kind: "tool.settled", result }));
const ROWS: readonly TurnRow[] = [
  { kind: "spec.bound", draft: FULL_TURN.draft },
  { kind: "requests.admitted", draft: FULL_TURN.requests },
  { kind: "requests.guarded", decisions: FULL_TURN.decisions },
  ...SETTLED,
  { kind: "results.disposed", draft: FULL_TURN.use },
  { kind: "join.closed", closing: FULL_TURN.closing },
];

/** Rows as a journal gives them back. */
function fromFile(rows: readonly TurnRow[]): readonly TurnRow[] {
  return JSON.parse(JSON.stringify(rows)) as readonly TurnRow[];
}

function reached(replay: Replay): ReplayedTurn {
  if (!replay.ok) throw new Error(`row ${replay.row}: ${replay.reason}`);
  return replay.turn;
}

/** Everything that tells one replayed turn from another. */
function faceOf(turn: ReplayedTurn): unknown {
  switch (turn.stage) {
    case "Empty":
      return turn.stage;
    case "CallSpec":
      return [turn.stage, turn.at.wire];
    case "ToolRequests":
      return [turn.stage, turn.at.callIds, turn.at.requestDigest];
    case "GuardedRequests":
      return [turn.stage, turn.at.callIds, turn.settled];
    case "ToolResults":
      return [turn.stage, turn.at.callIds, resultParts(turn.at).wireResults];
    case "ToolUse":
      return [turn.stage, turn.at.useDigest];
    case "JoinClosed":
      return [turn.stage, turn.at.evidenceDigest, turn.at.evidence];
    default:
      return turn satisfies never;
  }
}

/** The first row that no live turn could write here, found without the kernel: by counting. */
function firstIllegal(rows: readonly TurnRow[]): number {
  const order = [
    "spec.bound",
    "requests.admitted",
    "requests.guarded",
    "tool.settled",
    "results.disposed",
    "join.closed",
  ];
  const open = new Set(FULL_TURN.results.map((result) => result.toolCallId));
  let due = 0;
  return rows.findIndex((row) => {
    if (row.kind !== order[due]) return true;
    if (row.kind !== "tool.settled") due += 1;
    else if (!open.delete(row.result.toolCallId)) return true;
    else if (open.size === 0) due += 1;
    return false;
  });
}

function expectAsCounted(rows: readonly TurnRow[]): void {
  const replay = replayTurn(rows, sha256);
  expect(replay.ok ? -1 : replay.row).toBe(firstIllegal(rows));
}

describe("rows folded through the doors reach what the live turn reached (K01)", () => {
  const live = stagesOf();
  const LIVE: readonly unknown[] = [
    "Empty",
    ["CallSpec", live.spec.wire],
    ["ToolRequests", ["tc-1", "tc-2", "tc-3"], live.requests.requestDigest],
    ["GuardedRequests", ["tc-1", "tc-2", "tc-3"], []],
    ["GuardedRequests", ["tc-1", "tc-2", "tc-3"], FULL_TURN.results.slice(0, 1)],
    ["GuardedRequests", ["tc-1", "tc-2", "tc-3"], FULL_TURN.results.slice(0, 2)],
    ["ToolResults", ["tc-1", "tc-2", "tc-3"], resultParts(live.results).wireResults],
    ["ToolUse", live.use.useDigest],
    ["JoinClosed", live.join.evidenceDigest, live.join.evidence],
  ];

  test.each(LIVE.map((face, length) => [length, face] as const))("after %d rows", (length, face) => {
    expect(faceOf(reached(replayTurn(ROWS.slice(0, length), sha256)))).toEqual(face);
    expect(faceOf(reached(replayTurn(fromFile(ROWS.slice(0, length)), sha256)))).toEqual(face);
  });

  test("results in the order in which they finished, any order, make the same turn", () => {
    const [first, second, third] = SETTLED as [TurnRow, TurnRow, TurnRow];
    for (const settled of [
      [first, third, second],
      [second, first, third],
      [second, third, first],
      [third, first, second],
      [third, second, first],
    ]) {
      const turn = reached(replayTurn([...ROWS.slice(0, 3), ...settled, ...ROWS.slice(6)], sha256));
      expect(turn.stage === "JoinClosed" && turn.at.evidenceDigest).toBe(closedJoin().evidenceDigest);
    }
  });

  test("a turn without calls has its results as soon as it is guarded", () => {
    const rows: readonly TurnRow[] = [
      { kind: "spec.bound", draft: FULL_TURN.draft },
      { kind: "requests.admitted", draft: { requests: [], values: [] } },
      { kind: "requests.guarded", decisions: { permissions: {}, guards: FULL_TURN.decisions.guards } },
      { kind: "results.disposed", draft: {} },
      { kind: "join.closed", closing: FULL_TURN.closing },
    ];
    expect([2, 3, 4, 5].map((length) => reached(replayTurn(rows.slice(0, length), sha256)).stage)).toEqual([
      "ToolRequests",
      "ToolResults",
      "ToolUse",
      "JoinClosed",
    ]);
  });
});

describe("a row that no live turn could have written is refused by its number (K01)", () => {
  test("every order of the rows but the six that a live turn can write", () => {
    let legal = 0;
    const visit = (head: readonly TurnRow[], rest: readonly TurnRow[]): void => {
      // One illegal row ends it: what comes after is never looked at.
      if (firstIllegal(head) >= 0) expectAsCounted([...head, ...rest]);
      else if (rest.length === 0) {
        legal += 1;
        expectAsCounted(head);
      } else
        for (const row of rest)
          visit(
            [...head, row],
            rest.filter((other) => other !== row),
          );
    };
    visit([], ROWS);
    expect(legal).toBe(6);
  });

  test("every omission", () => {
    for (let mask = 0; mask < 2 ** ROWS.length; mask++)
      expectAsCounted(ROWS.filter((_, at) => Math.floor(mask / 2 ** at) % 2 === 1));
  });

  test("every row written twice, at every place", () => {
    for (const row of ROWS)
      for (let at = 0; at <= ROWS.length; at++) expectAsCounted([...ROWS.slice(0, at), row, ...ROWS.slice(at)]);
  });

  test("the refusal names the row and the stage it cannot follow", () => {
    expect(replayTurn(ROWS.slice(1), sha256)).toEqual({
      ok: false,
      row: 0,
      reason: "requests.admitted cannot follow the stage Empty",
    });
    expect(replayTurn([...ROWS.slice(0, 2), ...ROWS.slice(3)], sha256)).toEqual({
      ok: false,
      row: 2,
      reason: "tool.settled cannot follow the stage ToolRequests",
    });
    expect(replayTurn([...ROWS.slice(0, 5), ...ROWS.slice(6)], sha256)).toEqual({
      ok: false,
      row: 5,
      reason: "results.disposed cannot follow the stage GuardedRequests",
    });
    expect(replayTurn([...ROWS, ...ROWS.slice(0, 1)], sha256)).toEqual({
      ok: false,
      row: 8,
      reason: "spec.bound cannot follow the stage JoinClosed",
    });
  });

  /** A row that its door refuses, in the place of one that it admits. */
  const REFUSED: readonly (readonly [at: number, row: TurnRow, failClass: string])[] = [
    [0, { kind: "spec.bound", draft: { ...FULL_TURN.draft, modelRef: "" } }, "tool.schema_invalid"],
    [1, { kind: "requests.admitted", draft: { ...FULL_TURN.requests, values: [] } }, "tool.unknown_or_disallowed"],
    [2, { kind: "requests.guarded", decisions: { permissions: {}, guards: [] } }, "tool.unknown_or_disallowed"],
    [6, { kind: "results.disposed", draft: { notes: [{ toolCallId: "tc-9" }] } }, "tool.use_without_result"],
    [7, { kind: "join.closed", closing: { ...FULL_TURN.closing, guards: [] } }, "governance.guardrail_stage_missing"],
  ];

  test.each(REFUSED)("row %d is refused by its door", (at, row, failClass) => {
    const replay = replayTurn([...ROWS.slice(0, at), row, ...ROWS.slice(at + 1)], sha256);
    if (replay.ok) throw new Error("it was replayed");
    expect([replay.row, replay.reason, replay.refusal?.violations[0].class]).toEqual([
      at,
      `${row.kind} is refused`,
      failClass,
    ]);
  });

  test("a second and a foreign result are refused when they come, not when the turn is full", () => {
    const [first] = SETTLED;
    if (first?.kind !== "tool.settled") throw new Error("no result");
    const foreign: TurnRow = { kind: "tool.settled", result: { ...first.result, toolCallId: "tc-9" } };
    for (const [second, subject] of [
      [first, "tc-1"],
      [foreign, "tc-9"],
    ] as const) {
      const replay = replayTurn([...ROWS.slice(0, 4), second, ...ROWS.slice(4)], sha256);
      if (replay.ok) throw new Error("it was replayed");
      expect([replay.row, replay.reason]).toEqual([4, "tool.settled is refused"]);
      expect(replay.refusal?.violations.filter((row) => row.class === "tool.result_orphan")).toMatchObject([
        { subject },
      ]);
    }
  });

  test.each(["reached", "refused", "out_of_order", "join.reopened", "__proto__", ""])(
    "a row of a kind that nobody writes, %o, proves no stage, whatever else it says",
    (kind) => {
      const forged = { kind, turn: { stage: "JoinClosed", at: {} }, refusal: {} } as unknown as TurnRow;
      for (const length of [0, 3, ROWS.length]) {
        const replay = replayTurn([...ROWS.slice(0, length), forged], sha256);
        expect(replay).toMatchObject({ ok: false, row: length });
        expect(replay).not.toHaveProperty("refusal");
      }
    },
  );
});

describe("a turn that a crash left open is settled as interrupted (R11, DESIGN 8)", () => {
  function openAfter(length: number): Extract<ReplayedTurn, { stage: "GuardedRequests" }> {
    const turn = reached(replayTurn(fromFile(ROWS.slice(0, length)), sha256));
    if (turn.stage !== "GuardedRequests") throw new Error(turn.stage);
    return turn;
  }

  test.each([
    [3, ["interrupted", "interrupted", "interrupted"], [20, 21, 22]],
    [4, ["ok", "interrupted", "interrupted"], [12, 20, 21]],
    [5, ["ok", "ok", "interrupted"], [12, 13, 20]],
  ] as const)("after %d rows the outcomes are %j", (length, outcomes, seqs) => {
    const { results } = resultParts(admitted(settleInterrupted(openAfter(length), 20)));
    expect(results.map((row) => row.outcome)).toEqual(outcomes);
    expect(results.map((row) => row.seq)).toEqual(seqs);
    expect(results.map((row) => row.toolCallId)).toEqual(["tc-1", "tc-2", "tc-3"]);
  });

  test("what was settled before the crash is kept as it was, and only what is open is interrupted", () => {
    const { guarded } = stagesOf();
    const [first] = FULL_TURN.results;
    if (first === undefined) throw new Error("no result");
    const settled = settleInterrupted({ stage: "GuardedRequests", at: guarded, settled: [first] }, 40);
    const expected = stagesOf({ results: [first, interruptedResult("tc-2", 40), interruptedResult("tc-3", 41)] });
    expect(resultParts(admitted(settled)).wireResults).toEqual(resultParts(expected.results).wireResults);
    expect(resultParts(admitted(settled)).results).toEqual(resultParts(expected.results).results);
  });

  test("an interrupted result cannot be consumed, and without it the turn closes", () => {
    const results = admitted(settleInterrupted(openAfter(5), 20));
    const refused = refusalOf(disposeResults(results, FULL_TURN.use));
    expect(refused.violations.map((row) => [row.class, row.subject, row.note])).toEqual([
      ["tool.use_unknown_result", "tc-3", "summary, intent rests on an unknown effect"],
    ]);
    const use = admitted(disposeResults(results, { summary: { ref: "summary://3", inputs: ["tc-1"] } }));
    const guards = FULL_TURN.closing.guards.map((guard) => ({ ...guard, seq: 30 }));
    const closing = { ...FULL_TURN.closing, continuationAllowed: false, guards };
    expect(closeJoin(use, closing).admitted).toBe(true);
  });
});
