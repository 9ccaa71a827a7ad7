import { mkdtempSync, readFileSync, renameSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import {
  compileSchema,
  digestIn,
  digestJson,
  type Json,
  type JsonObject,
  publishedSchema,
  type WalkedJournal,
} from "#kernel";
import { readFileJournal } from "#memory";
import { sha256 } from "#platform";
import type { ReplayReport } from "#ports";
import { tusk } from "../cli/program.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { CALLED_OFF_AT, cassetteOf, recordLong, replayed, STEPS } from "./replay-recorded.ts";

const folder = temporaryFolder();
let state = "";
let cassette: WalkedJournal;
let session: readonly JsonObject[] = [];

beforeAll(async () => {
  state = mkdtempSync(join(folder, "long-"));
  expect(await recordLong(state)).toEqual(["Interrupted", "Completed"]);
  cassette = await cassetteOf(state);
  const { rows } = await readFileJournal(join(state, "sessions/long.jsonl"));
  session = rows.flatMap(({ event }) => (event.kind.startsWith("journal.") ? [] : [event]));
}, 120_000);

/** One digest of every row that the recorded runs wrote. */
function recordedDigest(): string {
  return digestIn(
    sha256,
    "tusk.replayed.v1",
    session.map((event) => digestJson(sha256, event)),
  );
}

type Change = (event: JsonObject) => unknown;

/** The cassette with one entry said otherwise: the first of a kind that `isMeant`. */
function changedTape(kind: string, isMeant: (event: JsonObject) => boolean, change: Change): WalkedJournal {
  const at = cassette.rows.findIndex(({ event }) => event.kind === kind && isMeant(event));
  const row = cassette.rows[at] ?? expect.fail();
  const event = change(row.event) as typeof row.event;
  return { ...cassette, rows: cassette.rows.with(at, { ...row, event }) };
}

/** The step that is under way at each entry of the cassette. */
function entriesOf(step: number): readonly JsonObject[] {
  const isStart = (event: JsonObject, of: number): boolean => {
    const row = event["event"] as JsonObject | undefined;
    return row?.["kind"] === "step.started" && row["step"] === of;
  };
  const events = cassette.rows.map(({ event }) => event as JsonObject);
  const from = events.findIndex((event) => isStart(event, step));
  const to = events.findIndex((event) => isStart(event, step + 1));
  return events.slice(from, to === -1 ? undefined : to);
}

function textAt(value: Json | undefined, key: string): string {
  const text = (value as JsonObject)[key];
  return typeof text === "string" ? text : expect.fail();
}

function named({ result, difference }: ReplayReport): unknown {
  return { result, step: difference?.step, what: difference?.what, path: difference?.path };
}

describe("a run of 200 steps, with calls side by side, failures, retries and an interruption", () => {
  test("is what it was to be: results in other orders than calls, faults of every kind, taken up once", () => {
    const orders = session
      .filter(({ kind }) => kind === "tool.settled")
      .map(({ result }) => textAt(result, "toolCallId"));
    const isOrdered = (ids: readonly string[]): boolean => ids.join() === ids.toSorted().join();
    const steps = Map.groupBy(orders, (id) => id.split("-")[1]);
    expect([...steps.values()].filter((ids) => !isOrdered(ids)).length).toBeGreaterThan(20);
    const kinds = new Set(session.map(({ kind }) => kind));
    const decisions = new Set(session.flatMap(({ kind, error }) => (kind === "policy.decided" ? [error] : [])));
    const outcomes = new Set(
      session.flatMap(({ kind, result }) => (kind === "tool.settled" ? [(result as JsonObject)["outcome"]] : [])),
    );
    expect([kinds.has("turn.refused"), kinds.has("session.resumed"), decisions]).toEqual([
      true,
      true,
      new Set(["InvalidModelAction", "ModelTransport"]),
    ]);
    expect(outcomes).toEqual(new Set(["ok", "failed", "interrupted"]));
    const ends = session.filter(({ kind }) => kind === "session.ended").map(({ phase, steps: at }) => [phase, at]);
    expect(ends).toEqual([
      ["Interrupted", CALLED_OFF_AT],
      ["Completed", STEPS],
    ]);
  });

  test("replays to all the same digests, twice (R24)", { timeout: 60_000 }, async () => {
    const effects = readFileSync(join(state, "effects.txt"), "utf8");
    const first = await replayed(cassette);
    const second = await replayed(cassette);
    expect(first).toMatchObject({
      result: "same",
      runs: 2,
      rows: session.length,
      digest: recordedDigest(),
      isWhole: true,
      standing: { sessionId: "long", steps: STEPS, phase: "Completed", budgetLeft: { steps: 50 } },
    });
    expect(second).toEqual(first);
    // The tool that writes a line has not written one.
    expect(readFileSync(join(state, "effects.txt"), "utf8")).toBe(effects);
  });

  test("and after its folder was moved, in another process", { timeout: 60_000 }, async () => {
    const moved = join(mkdtempSync(join(folder, "moved-")), "elsewhere");
    renameSync(state, moved);
    try {
      const { code, stdout, stderr } = await tusk(["replay", "long", "--state", moved, "--json"], { timeout: 60_000 });
      const report = JSON.parse(stdout) as Json;
      expect([code, stderr, compileSchema(publishedSchema("replay.output") ?? false)(report)]).toEqual([0, "", []]);
      expect(report).toMatchObject({ result: "same", digest: recordedDigest(), rows: session.length });
    } finally {
      renameSync(moved, state);
    }
  });
});

describe("what was changed on the tape is named by its first step (R24)", () => {
  const callOf = (step: number) => (event: JsonObject) => textAt(event, "key").startsWith(`tc-${step}-`);

  test("a byte that the model said, also where its digest was made anew", async () => {
    const said = entriesOf(28).find(({ kind }) => kind === "tape.replied");
    const reply = (event: JsonObject): JsonObject =>
      JSON.parse(JSON.stringify(event).replaceAll("work", "worm")) as JsonObject;
    const tape = changedTape("tape.replied", (event) => event === said, reply);
    const heard = { result: "differs", step: 28, what: "heard the model", path: "chunks" };
    expect(named(await replayed(tape))).toEqual(heard);
    const sealed = changedTape(
      "tape.replied",
      (event) => event === said,
      (event) => {
        const changed = reply(event);
        const chunks = changed["chunks"] as readonly Json[];
        return { ...changed, digest: digestIn(sha256, "tusk.taped-reply.v1", [[...chunks], null]) };
      },
    );
    const replied = { result: "differs", step: 28, what: "model.replied", path: "blocks[0].tool" };
    expect(named(await replayed(sealed))).toEqual(replied);
  });

  test("a byte that a tool gave", async () => {
    const tape = changedTape("tape.ran", callOf(36), (event) => {
      const value = event["value"] as JsonObject;
      return { ...event, value: { ...value, shown: `${textAt(value, "shown")}!` } };
    });
    const difference = { result: "differs", step: 36, what: "tool.settled", path: "result.shown" };
    expect(named(await replayed(tape))).toEqual(difference);
  });

  test("the order in which two calls ended", async () => {
    const ended = entriesOf(42).filter(({ kind }) => kind === "tape.ran");
    const placeOf = (entry: JsonObject | undefined) => cassette.rows.findIndex(({ event }) => event === entry);
    const [first, second] = [placeOf(ended.at(-2)), placeOf(ended.at(-1))];
    const [one, other] = [cassette.rows[first] ?? expect.fail(), cassette.rows[second] ?? expect.fail()];
    const rows = cassette.rows.with(first, { ...one, event: other.event }).with(second, { ...other, event: one.event });
    expect(named(await replayed({ rows }))).toMatchObject({ result: "differs", step: 42, what: "tool.settled" });
  });

  test("what the policy decided", async () => {
    const decided = entriesOf(9).find(({ kind }) => kind === "tape.decided");
    const tape = changedTape(
      "tape.decided",
      (event) => event === decided,
      (event) => ({ ...event, value: { kind: "Retry", consumeBudget: false } }),
    );
    expect(named(await replayed(tape))).toEqual({
      result: "differs",
      step: 9,
      what: "policy.decided",
      path: "decision.consumeBudget",
    });
  });

  test("a policy value, also where the row of it was changed with it", async () => {
    const limits = (event: JsonObject): JsonObject => {
      const spec = event["spec"] as JsonObject;
      const truncationPolicy = { ...(spec["truncationPolicy"] as JsonObject), maxBytes: 77 };
      return { ...event, spec: { ...spec, truncationPolicy } };
    };
    const tape = changedTape("tape.opened", () => true, limits);
    expect(named(await replayed(tape))).toMatchObject({ result: "differs", step: 0, what: "policies.bound" });
    const rows = tape.rows.map((row) => {
      const event = row.event["event"] as JsonObject | undefined;
      if (event?.["kind"] !== "policies.bound") return row;
      return { ...row, event: { ...row.event, event: limits(event) } };
    });
    expect(named(await replayed({ rows }))).toEqual({
      result: "differs",
      step: 0,
      what: "policies.bound",
      path: "specDigest",
    });
  });

  test("the moment at which it was called off", async () => {
    const tape = changedTape(
      "tape.cancelled",
      () => true,
      ({ looks, ...event }) => ({ ...event, looks: Number(looks) + 2 }),
    );
    expect(named(await replayed(tape))).toMatchObject({ result: "differs", step: CALLED_OFF_AT });
  });

  test("a row of its own that it never wrote", async () => {
    const tape = changedTape(
      "tape.row",
      ({ event }) => (event as JsonObject)["step"] === 77,
      (event) => {
        const row = event["event"] as JsonObject;
        return { ...event, event: { ...row, step: 78 } };
      },
    );
    expect(named(await replayed(tape))).toEqual({ result: "differs", step: 77, what: "step.started", path: "step" });
  });
});
