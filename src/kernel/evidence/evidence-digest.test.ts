import { describe, expect, test } from "vitest";
import {
  altered,
  closedFile,
  digestOf,
  type FileDraft,
  found,
  hex,
  reportOn,
  specDigestOf,
  type TurnDraft,
} from "../../../conformance/altered-turn.ts";
import { BARE_PLAN, planned, turnOf } from "../../../conformance/planned-turn.ts";
import type { JoinCheckInput } from "./wire.ts";

/** A turn with everything in it that a turn can have. */
const EVERYTHING = turnOf({
  ...BARE_PLAN,
  pattern: "orchestrator_workers",
  calls: [
    planned("bash", { outcome: "failed", branch: "a", consumers: ["intent"] }),
    planned("web", { payload: "x".repeat(300), consumers: ["summary"], repaired: true }),
    planned("edit", { otherwise: "discarded", branch: "b" }),
    planned("python", { otherwise: "retry" }),
  ],
  handoff: true,
  handoffIn: true,
  compaction: true,
  children: 2,
  autonomous: true,
  checkpoint: true,
  claimed: true,
  exports: true,
});

const GOLDEN = closedFile(EVERYTHING);

function digestAfter(change: (turn: TurnDraft) => void, honest?: Parameters<typeof altered>[1]): string | undefined {
  return reportOn(altered(change, honest, EVERYTHING)).evidenceDigest;
}

/** The same rows, last first. */
function turnAround(rows: unknown[]): void {
  rows.splice(0, rows.length, ...rows.toReversed());
}

describe("evidenceDigest: what means nothing (CONTRACT-EVIDENCE §1)", () => {
  const own = reportOn(GOLDEN).evidenceDigest;

  test("is a digest, and the witness's own", () => {
    expect(own).toMatch(/^sha256:[0-9a-f]{64}$/);
    expect(digestAfter(() => undefined)).toBe(own);
  });

  test.each<[string, (turn: TurnDraft) => void]>([
    ["requests", ({ wire, tusk }) => (turnAround(wire.toolRequests), turnAround(tusk.requests))],
    ["results", ({ wire, tusk }) => (turnAround(wire.toolResults), turnAround(tusk.results))],
    ["uses", ({ wire, tusk }) => (turnAround(wire.toolUse), turnAround(tusk.use))],
    ["renderings", ({ wire }) => turnAround(wire.toolRender)],
    ["the catalog", ({ spec }) => turnAround(spec.catalog)],
    ["guards", ({ tusk }) => turnAround(tusk.guards)],
    ["the wire beside the rows", ({ wire }) => turnAround(wire.toolRequests)],
    ["the rows beside the wire", ({ tusk }) => turnAround(tusk.results)],
    ["session refs", ({ wire }) => turnAround(found(wire.sessionRefs))],
  ])("the order of %s", (_what, change) => {
    expect(digestAfter(change)).toBe(own);
  });

  test("the order of keys, anywhere", () => {
    const reversed = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(reversed);
      if (typeof value !== "object" || value === null) return value;
      return Object.fromEntries(
        Object.entries(value)
          .map(([key, entry]) => [key, reversed(entry)] as const)
          .toReversed(),
      );
    };
    expect(reportOn(reversed(GOLDEN) as JoinCheckInput).evidenceDigest).toBe(own);
  });

  test("where a value stands, as long as its digest is the same", () => {
    expect(digestAfter(({ keep }) => void keep({ unused: true }))).toBe(own);
  });
});

/** Every leaf of a value with its path; an empty list or object is a leaf too. */
function leavesOf(value: unknown, path: readonly string[] = []): readonly (readonly string[])[] {
  if (typeof value !== "object" || value === null || Object.keys(value).length === 0) return [path];
  return Object.entries(value).flatMap(([key, entry]) => leavesOf(entry, [...path, key]));
}

/** Another value of the same form, so that the file can still be read. */
function another(value: unknown): unknown {
  if (typeof value === "boolean") return !value;
  if (typeof value === "number") return value + 1;
  if (typeof value === "string" && /^sha256:[0-9a-f]{64}$/.test(value)) return value === hex("7") ? hex("8") : hex("7");
  if (typeof value === "string") return ANOTHER_WORD[value] ?? `${value}x`;
  return Array.isArray(value) ? undefined : { more: 1 };
}

/** Words of closed lists: another word of the same list. */
const ANOTHER_WORD: Readonly<Record<string, string>> = {
  ok: "denied",
  failed: "timeout",
  api: "route",
  command: "api",
  pre_flight: "input",
  output: "input",
  pass: "trigger",
  allow: "approved",
  irrelevant: "duplicate",
  payload: "digest",
  consumed: "observed",
  observed: "discarded",
  discarded: "observed",
  error: "ok",
};

describe("evidenceDigest: everything else means something", () => {
  const { tusk } = GOLDEN.evidence as FileDraft["evidence"];
  // The spec enters by its digest and makes another call id; values enter by the digests that name them.
  const { spec: _spec, values: _values, schema: _schema, ...rows } = tusk;
  const own = reportOn(GOLDEN).evidenceDigest;
  const paths = leavesOf(rows).filter((path) => path.at(-1) !== "toolCallId");

  test.each(paths.map((path) => [path.join("."), path] as const))("evidence.tusk.%s", (_name, path) => {
    const parent = path.slice(0, -1);
    const last = found(path.at(-1));
    const digest = digestAfter((turn) => {
      const at = parent.reduce<object>((below, key) => found(Reflect.get(below, key) as object), turn.tusk);
      const changed = another(Reflect.get(at, last));
      if (changed === undefined) Reflect.set(at, last, [ITEM[last] ?? "more"]);
      else Reflect.set(at, last, changed);
    });
    expect(digest).toMatch(/^sha256:/);
    expect(digest).not.toBe(own);
  });

  /** What a list that is empty in this turn holds. */
  const ITEM: Readonly<Record<string, unknown>> = { repairs: { rule: "r", field: "f" } };

  test("every leaf of the spec, and the turn, through the call id (K03)", () => {
    const leaves = leavesOf(tusk.spec);
    const seen = new Set([own]);
    for (const path of leaves) {
      const last = found(path.at(-1));
      const file = altered(
        ({ spec }) => {
          const at = path.slice(0, -1).reduce<object>((below, key) => found(Reflect.get(below, key) as object), spec);
          const value: unknown = Reflect.get(at, last);
          const word = path.includes("effects") ? "other" : SPEC_WORD[String(value)];
          Reflect.set(at, last, word === value ? "search" : (word ?? another(value) ?? ["more"]));
        },
        {},
        EVERYTHING,
      );
      seen.add(reportOn(file).evidenceDigest);
    }
    expect(seen.size).toBe(leaves.length + 1);
  });

  test.each<[string, (turn: TurnDraft) => void]>([
    ["a session ref", ({ wire }) => void found(wire.sessionRefs).push("session://2")],
    ["a trajectory ref", ({ wire }) => void found(wire.trajectoryRefs).push("trajectory://2")],
    ["the stop reason", ({ wire }) => void (wire.protocolState.stopReason = "pause_turn")],
    ["whether the loop goes on", ({ wire }) => void (wire.protocolState.continuationAllowed = false)],
    ["a payload", ({ call }) => void (call("tc-0").result.payload = "another")],
    ["an error code", ({ call }) => void (call("tc-0").result.errorCode = "Other")],
    ["an error message", ({ call }) => void (call("tc-0").result.errorMessage = "other")],
    ["whether to try again", ({ call }) => void (call("tc-0").result.retryable = true)],
    ["a disposition", ({ call }) => void (call("tc-0").use.disposition = "observed")],
    ["a caller", ({ call }) => void (call("tc-0").request.callerId = "other")],
    ["a tool's name", ({ call }) => Object.assign(call("tc-0").request, { toolName: "make" })],
    ["an injection point", ({ call }) => void (call("tc-0").render.injectionPoint = "code")],
    ["a shown text", ({ call }) => void (call("tc-0").render.reminderRenderDigest = hex("1"))],
    ["a reduced queue", ({ wire }) => void (found(wire.reminderQueue[0]).reducedDigest = hex("1"))],
    ["a view's sources", ({ wire }) => void (found(wire.stateViews[0]).sourceRefs = ["file://a"])],
    ["a handoff's target", ({ wire }) => void (found(wire.handoff ?? undefined).target = "writer")],
    ["the model", ({ wire }) => void (wire.callSpec.modelRef = "acme/coder-3")],
    ["the action mode", ({ wire }) => void (wire.callSpec.actionMode = "text")],
  ])("the wire's %s", (_what, change) => {
    expect(digestAfter(change)).not.toBe(own);
  });

  test.each(["toolRequests", "toolResults", "toolUse"] as const)("a row of %s more or less", (surface) => {
    const rowsOf = { toolRequests: "requests", toolResults: "results", toolUse: "use" } as const;
    const digest = digestAfter((turn) => {
      turn.wire[surface].pop();
      turn.tusk[rowsOf[surface]].pop();
    });
    expect(digest).not.toBe(own);
  });

  test("a guard more, and which guard came first", () => {
    const doubled = digestAfter(
      ({ tusk: rowsNow }) => void rowsNow.guards.push({ ...found(rowsNow.guards[0]), seq: 77 }),
    );
    const swapped = digestAfter(({ tusk: rowsNow }) => {
      const [first, second] = rowsNow.guards;
      [found(first).seq, found(second).seq] = [found(second).seq, found(first).seq];
    });
    expect(new Set([own, doubled, swapped]).size).toBe(3);
  });

  test("the id of a call", () => {
    const renamed = JSON.parse(JSON.stringify(GOLDEN).replaceAll("tc-2", "tc-8")) as JoinCheckInput;
    expect(reportOn(renamed).accepted).toBe(true);
    expect(reportOn(renamed).evidenceDigest).not.toBe(own);
  });
});

const SPEC_WORD: Readonly<Record<string, string>> = {
  auto: "any",
  model: "code",
  code: "model",
  eager: "deferred",
  deferred: "eager",
  read: "search",
  write: "other",
  shell: "other",
  search: "other",
  other: "search",
  strict: "any",
  middle: "head",
  none: "proxy",
  continue: "stop",
  stop: "continue",
  specialist: "orchestrator",
  pre_flight: "input",
  output: "input",
  dashboard: "disabled",
  moderate: "low",
};

test("the digest is over the wire's digests, the digests of the sorted rows, and all the rest of evidence.tusk (docs/evidence.md)", () => {
  const { evidenceDigest, normalized } = reportOn(GOLDEN);
  const { tusk } = GOLDEN.evidence as FileDraft["evidence"];
  const { spec, values: _values, ...rows } = tusk;
  const { callSpecDigest, joinSetDigest } = normalized.digests;
  const byId = (a: { toolCallId: string }, b: { toolCallId: string }): number => (a.toolCallId < b.toolCallId ? -1 : 1);
  expect(evidenceDigest).toBe(
    digestOf({
      callSpecDigest,
      joinSetDigest,
      sessionRefs: normalized.sessionRefs,
      trajectoryRefs: normalized.trajectoryRefs,
      tusk: {
        ...rows,
        guards: rows.guards.toSorted((a, b) => a.seq - b.seq),
        requests: { $digest: digestOf(rows.requests.toSorted(byId)) },
        results: { $digest: digestOf(rows.results.toSorted(byId)) },
        use: { $digest: digestOf(rows.use.toSorted(byId)) },
        spec: { $digest: specDigestOf(spec) },
      },
    }),
  );
});
