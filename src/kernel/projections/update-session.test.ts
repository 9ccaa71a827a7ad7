import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { utf8 } from "#platform";
import { at } from "../../../tests/support/sample-issue.ts";
import { type HarnessSession, readHarnessSession, writeHarnessSession } from "./harness-session.ts";
import { type SessionChange, sessionToken, updateSession } from "./update-session.ts";

const NOW = at("2026-11-15T19:37:04.987Z");
const OLD: HarnessSession = {
  schema: 1,
  sessionKind: "premath.harness.session.v1",
  sessionId: "old",
  state: "active",
  issueId: "bd-1",
  summary: "s",
  nextStep: "n",
  instructionRefs: ["b", "a", "b"],
  witnessRefs: ["w"],
  startedAt: "long ago",
  updatedAt: "before",
  issuesPath: "elsewhere.jsonl",
  issuesSnapshotRef: "iss1_old",
};

describe("a session without one before it (M03)", () => {
  test("is stopped now, named after the moment, whole seconds", () => {
    expect(updateSession(undefined, {}, { now: NOW })).toStrictEqual({
      schema: 1,
      sessionKind: "premath.harness.session.v1",
      sessionId: "hs1_20261115T193704Z",
      state: "stopped",
      startedAt: "2026-11-15T19:37:04Z",
      updatedAt: "2026-11-15T19:37:04Z",
      stoppedAt: "2026-11-15T19:37:04Z",
      issuesPath: ".premath/issues.jsonl",
    });
  });

  test.each<[string, SessionChange, Partial<HarnessSession>]>([
    [
      "its issue is in its name",
      { issueId: " bd/A.1 " },
      { sessionId: "hs1_20261115T193704Z_bd_a_1", issueId: "bd/A.1" },
    ],
    ["an issue of signs only", { issueId: "///" }, { sessionId: "hs1_20261115T193704Z_session", issueId: "///" }],
    ["a name that was given, trimmed", { sessionId: "\u0085 mine\u00A0" }, { sessionId: "mine" }],
    ["U+FEFF is no white space", { sessionId: "\uFEFF" }, { sessionId: "\uFEFF" }],
    ["a blank name is none", { sessionId: " " }, { sessionId: "hs1_20261115T193704Z" }],
    ["the path of the issues is trimmed, and may be empty", { issuesPath: " \t" }, { issuesPath: "" }],
    [
      "refs are trimmed, sorted by code point, each once",
      { lineageRefs: ["\u{1F600}", "\uE000", " a ", "", "a"] },
      { lineageRefs: ["a", "\uE000", "\u{1F600}"] },
    ],
    [
      "half a surrogate pair becomes a character that can be read again",
      { summary: "a\uD800" },
      { summary: "a\uFFFD" },
    ],
  ])("%s", (_, change, expected) => {
    expect(updateSession(undefined, change, { now: NOW })).toMatchObject(expected);
  });
});

describe("a session over an older one (M03)", () => {
  const update = (change: SessionChange): HarnessSession => updateSession(OLD, change, { now: NOW });

  test("what is not said is kept, lists as they stand; issues, moments and the state are always set", () => {
    const { issuesSnapshotRef: _gone, ...rest } = OLD;
    expect(update({})).toStrictEqual({
      ...rest,
      state: "stopped",
      updatedAt: "2026-11-15T19:37:04Z",
      stoppedAt: "2026-11-15T19:37:04Z",
      issuesPath: ".premath/issues.jsonl",
    });
  });

  test("a blank member removes it, a blank ref clears its list, and no ref keeps it", () => {
    const bare = update({ issueId: "", summary: " ", nextStep: "\t", instructionRefs: [" "], witnessRefs: [] });
    expect(Object.keys(bare)).toStrictEqual([
      "schema",
      "sessionKind",
      "sessionId",
      "state",
      "witnessRefs",
      "startedAt",
      "updatedAt",
      "stoppedAt",
      "issuesPath",
    ]);
    expect(bare.sessionId).toBe("old");
  });

  test("an active one is not stopped any more", () => {
    const stopped = { ...OLD, stoppedAt: "then" };
    expect(updateSession(stopped, { state: "active" }, { now: NOW })).not.toHaveProperty("stoppedAt");
  });

  test("the ref of the issues is the one of now, or gone", () => {
    expect(updateSession(OLD, {}, { now: NOW, issuesSnapshotRef: "iss1_new" }).issuesSnapshotRef).toBe("iss1_new");
    expect(updateSession(OLD, {}, { now: NOW, issuesSnapshotRef: null })).not.toHaveProperty("issuesSnapshotRef");
  });
});

test("a token keeps ASCII letters, digits, - and _, lower-cased, without _ at its ends (contract 2.1)", () => {
  expect(["bd/A.1", "É/x", "-A_", "__", "", "a😀b"].map(sessionToken)).toStrictEqual([
    "bd_a_1",
    "x",
    "-a",
    "session",
    "session",
    "a_b",
  ]);
});

describe("for any writes one behind the other (M03)", () => {
  const text = fc.oneof(fc.string({ unit: "grapheme", maxLength: 6 }), fc.constantFrom("", " ", "\u0085a", "b "));
  const refs = fc.array(text, { maxLength: 4 });
  const change = fc.record<SessionChange>(
    {
      sessionId: text,
      state: fc.constantFrom("active", "stopped"),
      issueId: text,
      summary: text,
      nextStep: text,
      instructionRefs: refs,
      witnessRefs: refs,
      lineageRefs: refs,
      issuesPath: text,
    },
    { requiredKeys: [] },
  ) as fc.Arbitrary<SessionChange>;

  const fold = (changes: readonly SessionChange[]): HarnessSession =>
    changes.reduce<HarnessSession | undefined>((old, each) => updateSession(old, each, { now: NOW }), undefined) ??
    updateSession(undefined, {}, { now: NOW });

  test("what is written is read again as it was, and saying nothing more changes nothing", () => {
    fc.assert(
      fc.property(fc.array(change, { maxLength: 5 }), (changes) => {
        const session = fold(changes);
        const read = readHarnessSession(utf8.encode(writeHarnessSession(session)), utf8, "p");
        expect(read).toStrictEqual({ ok: true, session });
        const again = updateSession(
          session,
          { state: session.state, issuesPath: session.issuesPath ?? "" },
          { now: NOW },
        );
        expect(again).toStrictEqual(session);
      }),
    );
  });

  test("the last one to say a member decides it, and a session keeps its beginning", () => {
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 5 }), change, (changes, last) => {
        const before = fold(changes);
        const after = updateSession(before, last, { now: at("2027-01-01T00:00:00Z") });
        for (const member of ["issueId", "summary", "nextStep"] as const) {
          const said = last[member];
          expect(after[member] ?? "").toBe(said === undefined ? (before[member] ?? "") : trimmed(said));
        }
        expect([after.startedAt, after.updatedAt]).toStrictEqual([before.startedAt, "2027-01-01T00:00:00Z"]);
        expect(after.stoppedAt !== undefined).toBe(after.state === "stopped");
      }),
    );
  });

  /** White space as Unicode has it; written apart from the kernel's. */
  function trimmed(said: string): string {
    return said.replace(/^[\p{White_Space}]+/u, "").replace(/[\p{White_Space}]+$/u, "");
  }
});
