import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { auditSession } from "#kernel";
import { readFileJournal } from "#memory";
import { now, sha256, utf8 } from "#platform";
import { type JournalRow, type ModelRequest, PortError } from "#ports";
import { diceOf } from "../../../scripts/chaos/dice.ts";
import { agent, openFileJournal, type RunResult } from "../../../src/index.ts";
import { checkLegalHistory, say, scriptedModel } from "../../../src/testing/index.ts";
import { HANDED, INPUT, sceneAgent } from "./scene.ts";

// In memory where there is such a place: a thousand openings are not what is tested here.
const root = mkdtempSync(join(existsSync("/dev/shm") ? "/dev/shm" : tmpdir(), "tusk-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const SESSION = "s1";
const place = join(root, "place");
const path = join(place, `${SESSION}.jsonl`);
const clock = { now };
mkdirSync(place);

const original = await sceneJournal();
const ORIGINAL = (await readFileJournal(path)).rows;

/** The journal of a whole scene: calls beside each other, failures, retries, a question, a checkpoint. */
async function sceneJournal(): Promise<Buffer> {
  const nothing = (): undefined => undefined;
  const scene = sceneAgent({
    hooks: { at: nothing, effect: nothing, wire: nothing, breakage: nothing, sent: nothing },
    clock,
    journal: (sessionId) =>
      openFileJournal({ path: join(place, `${sessionId}.jsonl`), sessionId, clock, sync: "never" }),
  });
  expect((await scene.start(INPUT, { sessionId: SESSION, handoffIn: HANDED }).result).phase).toBe("Completed");
  return readFileSync(path);
}

function putDown(bytes: Uint8Array): void {
  for (const name of readdirSync(place)) if (name.includes("quarantine")) rmSync(join(place, name));
  writeFileSync(path, bytes);
}

/** A run that takes up what is there and says one thing, or why the journal does not open. */
interface TakenUp {
  readonly result: RunResult<string>;
  readonly sent: readonly ModelRequest[];
  readonly healed: readonly string[];
}

/** `rows`: how many are whole. */
async function takeUp(rows: readonly JournalRow[]): Promise<TakenUp> {
  const model = scriptedModel(() => say("done"));
  const kinds = new Set(rows.map(({ event }) => event.kind));
  let healed: readonly string[] = [];
  const one = agent({
    model,
    budget: 400,
    journal: async (sessionId) => {
      const journal = await openFileJournal({ path, sessionId, clock, sync: "never" });
      ({ healed } = journal.opened);
      return journal;
    },
  });
  const run = kinds.has("session.started")
    ? one.resume(SESSION, isOpen(rows) ? {} : { input: "And now?" })
    : one.start(INPUT, { sessionId: SESSION });
  const result = await run.result;
  if (result.phase === "Failed" && result.error.cause instanceof PortError) throw result.error.cause;
  return { result, sent: model.requests, healed };
}

/** Whether the model has something to go on with. */
function isOpen(rows: readonly JournalRow[]): boolean {
  const last = rows.at(-1)?.event;
  return rows.some(({ event }) => event.kind === "input.given") && last?.["phase"] !== "Completed";
}

/** It was taken up: the request is legal, the rows that were whole still stand, and so does the session that they make. */
async function mustStand({ result, sent }: TakenUp, where: string, held: readonly JournalRow[]): Promise<void> {
  expect([where, result.phase, sent.length]).toEqual([where, "Completed", 1]);
  const [request] = sent;
  expect([where, checkLegalHistory(request?.messages ?? []), request?.messages.at(-1)?.role]).toEqual([
    where,
    [],
    expect.stringMatching(/^(?:user|tool)$/),
  ]);
  const { rows, damage } = await readFileJournal(path);
  expect([where, damage]).toEqual([where, undefined]);
  expect([where, auditSession(rows, { sha256, utf8 }).first]).toEqual([where, undefined]);
  expect(rows.slice(0, held.length).map(({ event }) => event)).toEqual(held.map(({ event }) => event));
}

/** The rows that are whole in so many bytes, the last one perhaps without its newline. */
function wholeIn(length: number): readonly JournalRow[] {
  return ORIGINAL.filter((row) => row.offset + row.length <= length);
}

test("cut at five hundred bytes, the journal of a session opens, is healed and told, and the next request is legal (R11)", async () => {
  const dice = diceOf(21);
  for (let round = 0; round < 500; round++) {
    const length = dice.roll(original.length + 1);
    putDown(original.subarray(0, length));
    const rows = wholeIn(length);
    const taken = await takeUp(rows);
    const isHealed = length > 0 && original[length - 1] !== 0x0a;
    expect([length, taken.healed.length]).toEqual([length, isHealed ? 1 : 0]);
    await mustStand(taken, `cut to ${length}`, rows);
  }
});

const NAMED = /, line \d+ at byte \d+: .+ To go on from them, keep a copy and cut the file to (\d+) bytes\.$/s;

test("flipped at five hundred bytes, it opens or says the line and byte, and what it says how to go on is true (M14)", async () => {
  const dice = diceOf(22);
  let refused = 0;
  for (let round = 0; round < 500; round++) {
    const at = dice.roll(original.length);
    const bytes = Buffer.from(original);
    bytes[at] = (bytes[at] ?? 0) ^ (1 + dice.roll(255));
    const where = `flipped ${at}`;
    putDown(bytes);
    try {
      const rows = wholeIn(at);
      await mustStand(await takeUp(rows), where, rows);
    } catch (error) {
      if (!(error instanceof PortError)) throw error;
      refused += 1;
      expect([where, error.code, error.message]).toEqual([where, "damaged", expect.stringMatching(NAMED)]);
      expect([where, readFileSync(path).equals(bytes)]).toEqual([where, true]);
      const cut = Number(NAMED.exec(error.message)?.[1]);
      putDown(bytes.subarray(0, cut));
      const rows = wholeIn(cut);
      await mustStand(await takeUp(rows), `${where}, cut to ${cut}`, rows);
    }
  }
  expect(refused).toBe(500);
});
