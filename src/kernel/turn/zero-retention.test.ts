import { sha256 } from "#platform";
import { describe, expect, test } from "vitest";
import { FULL_TURN, type FullTurn } from "../../../conformance/full-turn.ts";
import { admitted, PROOFS, refusalOf, stagesOf } from "../../../tests/forgery/minted.ts";
import { digestJson, digestText } from "../digest/digest.ts";
import type { JoinCheckInput } from "../evidence/wire.ts";
import { judgeJoin } from "../gate/join-check.ts";
import type { Json } from "../json/value.ts";
import { admitMutation } from "./mutation-ready.ts";
import { useParts } from "./tool-use.ts";
import { withhold } from "./zero-retention.ts";

const digest = (value: Json): string => digestJson(sha256, value);
const named = (value: Json): Json => ({ $digest: digest(value) });

/** The golden turn under another observability mode. */
function turnIn(mode: "internal_processor" | "disabled"): Partial<FullTurn> {
  const { values } = FULL_TURN.draft;
  const observability = { mode, processors: mode === "disabled" ? [] : ["local"] };
  return {
    draft: { ...FULL_TURN.draft, values: { ...values, governance: { ...values.governance, observability } } },
  };
}

/** What stands where a failed call said something. */
function withheldMessage(errorMessage: string | null | undefined): object {
  return typeof errorMessage === "string" ? { errorMessage: `withheld ${digestText(sha256, errorMessage)}` } : {};
}

describe("withhold takes a turn's data out of its evidence (DESIGN 21)", () => {
  const handoff = {
    target: "tester",
    packet: { intent: "test it", constraints: ["fast"], inputs: ["tc-2"], artifacts: [] },
    existing: [],
  };
  const parts = useParts(stagesOf({ use: { ...FULL_TURN.use, handoff } }).use);
  const { parts: kept, memory } = withhold(parts);

  test("arguments, payloads, messages, intent and packet stand as digests", () => {
    expect(kept.rows).toEqual(parts.rows.map((row) => ({ ...row, args: named(row.args) })));
    expect(kept.wireResults).toEqual(
      parts.wireResults.map(({ payload = null, ...row }) => {
        return { ...row, ...withheldMessage(row.errorMessage), resultDigest: digest(payload) };
      }),
    );
    expect(kept.consumers).toEqual({
      summary: FULL_TURN.use.summary,
      intent: { ...FULL_TURN.use.intent, args: named({ id: "bd-7", note: "parser fixed" }) },
      handoff: {
        existing: [],
        packet: { ...handoff.packet, intent: named("test it"), constraints: named(["fast"]) },
      },
    });
    expect(kept.results).toEqual(parts.results);
  });

  test("everything that was taken out is in memory, under its digest, and nothing else", () => {
    const taken: readonly Json[] = [
      ...FULL_TURN.requests.requests.map((row) => row.args),
      ...FULL_TURN.results.map((row) => row.payload ?? null),
      { id: "bd-7", note: "parser fixed" },
      "test it",
      ["fast"],
    ];
    expect(memory).toEqual(Object.fromEntries(taken.map((value) => [digest(value), value])));
  });

  test("what a program printed is named by the digest of its bytes; nothing printed stays nothing", () => {
    const [first] = parts.results;
    if (first === undefined) throw new Error("no result");
    const code = { stdout: "42\n", stderr: "", traceback: { $digest: digest("t") } };
    const withheld = withhold({ ...parts, results: [{ ...first, code }] });
    expect(withheld.parts.results).toEqual([
      { ...first, code: { stdout: { $digest: digestText(sha256, "42\n") }, stderr: "", traceback: code.traceback } },
    ]);
    expect(withheld.memory[digestText(sha256, "42\n")]).toBe("42\n");
  });

  test("a turn that intends, sums up and hands over nothing, and a result with neither payload nor message, stay as they are", () => {
    const [, , third] = parts.wireResults;
    if (third === undefined) throw new Error("no result");
    const { payload: _payload, errorMessage: _message, ...bare } = third;
    const withheld = withhold({ ...parts, rows: [], wireResults: [bare], consumers: {} });
    expect(withheld.parts.wireResults).toEqual([bare]);
    expect(withheld.parts.consumers).toEqual({});
    expect(Object.keys(withheld.parts.consumers)).toEqual([]);
    expect(withheld.memory).toEqual({});
  });
});

describe.each(["internal_processor", "disabled"] as const)("a turn in mode %s", (mode) => {
  test("closes live, and its evidence holds none of its data", () => {
    const { join } = stagesOf(turnIn(mode));
    const text = JSON.stringify(join.evidence);
    const { evidence } = join.evidence;
    expect(join.report.accepted).toBe(true);
    for (const secret of [
      "npm test",
      "< lines",
      "while (i",
      "1 failing",
      "exit code 1",
      "parser fixed",
      "run the tests again",
    ])
      expect(text).not.toContain(secret);
    expect(evidence.toolResults?.map((row) => row.payload)).toEqual([undefined, undefined, undefined]);
  });

  test("stored and judged again it has the same digest, and says withheld where it said held", () => {
    const { join } = stagesOf(turnIn(mode));
    const judged = judgeJoin(JSON.parse(JSON.stringify(join.evidence)) as JoinCheckInput, sha256);
    if (!judged.ok) throw new Error(judged.reason);
    expect(judged.report.evidenceDigest).toBe(join.evidenceDigest);
    expect(judged.report).toMatchObject({ profile: "full", accepted: false, failureClasses: [] });
    expect(judged.report.checks.some((row) => row.outcome === "withheld")).toBe(true);
    expect(judged.report.checks.some((row) => row.outcome === "tripped")).toBe(false);
  });

  test("its mutation is admitted live, and another one is not (K08)", () => {
    const { join } = stagesOf(turnIn(mode));
    expect(admitted(admitMutation(join, PROOFS, sha256)).evidenceDigest).toBe(join.evidenceDigest);
    const mutation = { ...PROOFS.mutation, args: { id: "bd-8" } };
    const refused = refusalOf(admitMutation(join, { ...PROOFS, mutation }, sha256));
    expect(refused.violations).toEqual([
      {
        class: "mutation.use_evidence_missing",
        answer: "stop",
        subject: join.evidenceDigest,
        path: "evidence.tusk.intent",
        note: "the arguments are not the ones the turn intends",
      },
    ]);
    const byDigest = { ...PROOFS.mutation, args: named(PROOFS.mutation.args) };
    expect(admitMutation(join, { ...PROOFS, mutation: byDigest }, sha256).admitted).toBe(false);
  });
});
