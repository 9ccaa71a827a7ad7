import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { type Journal, type JournalEvent, PortError } from "#ports";
import { diceOf } from "../../scripts/chaos/dice.ts";
import { openIn, pathIn, said, standing, written } from "./journals.ts";

// In memory where there is such a place: thousands of openings are not what is tested here.
const root = mkdtempSync(join(existsSync("/dev/shm") ? "/dev/shm" : tmpdir(), "tusk-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const EVENTS: readonly JournalEvent[] = Array.from({ length: 40 }, (_, n) => ({
  kind: n % 3 === 0 ? "tool.requested" : "tool.settled",
  n,
  text: `é😀\n"{${"x".repeat(n)}`,
  nested: { list: [n, { deep: true }], empty: {} },
}));
const original = await written(root, EVENTS);
const NAMED = new RegExp(
  `^${pathIn(root)}, line \\d+ at byte \\d+: .+ To go on from them, keep a copy and cut the file to (\\d+) bytes\\.$`,
  "s",
);

function putDown(bytes: Uint8Array): void {
  for (const name of readdirSync(root)) if (name.includes("quarantine")) rmSync(join(root, name));
  writeFileSync(pathIn(root), bytes);
}

/** Opens what is there; undefined when it is refused, and then says exactly what is wrong and changes nothing. */
async function opened(bytes: Uint8Array, where: string): Promise<Journal | undefined> {
  putDown(bytes);
  try {
    return await openIn(root);
  } catch (error) {
    if (!(error instanceof PortError)) throw error;
    expect([where, error.code, error.message]).toStrictEqual([where, "damaged", expect.stringMatching(NAMED)]);
    expect(readFileSync(pathIn(root)).equals(bytes)).toBe(true);
    // What it says how to go on is true.
    putDown(bytes.subarray(0, Number(NAMED.exec(error.message)?.[1])));
    await mustGoOn(await openIn(root), where, 0);
    return undefined;
  }
}

/** Its rows are the first ones that were written, what was taken out is beside, and the next row stands. */
async function mustGoOn(journal: Journal, where: string, least: number): Promise<void> {
  const rows = said(journal.opened.rows);
  expect([where, rows]).toStrictEqual([where, EVENTS.slice(0, rows.length)]);
  expect([where, rows.length >= least]).toStrictEqual([where, true]);
  journal.append({ kind: "next" });
  await journal.close();
  expect([where, (await standing(root)).damage]).toStrictEqual([where, undefined]);
}

function quarantined(): number {
  const names = readdirSync(root).filter((name) => name.includes("quarantine"));
  return names.reduce((sum, name) => sum + readFileSync(join(root, name)).length, 0);
}

/** How many of the events are whole in so many bytes. */
function wholeIn(length: number): number {
  return Math.max(0, original.subarray(0, length).toString("latin1").split("\n").length - 2);
}

test("cut at five hundred bytes: every whole row stands, what is torn is beside, and the next row is written (R11)", async () => {
  const dice = diceOf(11);
  for (let round = 0; round < 500; round++) {
    const length = dice.roll(original.length + 1);
    const where = `cut to ${length}`;
    const bytes = original.subarray(0, length);
    const journal = await opened(bytes, where);
    if (journal === undefined) throw new Error(`${where}: refused`);
    const torn = length - (bytes.lastIndexOf("\n") + 1);
    const isWhole = torn === 0 || original[length] === 0x0a;
    expect([where, quarantined()]).toStrictEqual([where, isWhole ? 0 : torn]);
    expect([where, journal.opened.healed.length]).toStrictEqual([where, torn === 0 ? 0 : 1]);
    await mustGoOn(journal, where, wholeIn(length));
  }
});

test("flipped at five hundred bytes: refused with its place, and what it says how to go on is true (M14)", async () => {
  const dice = diceOf(12);
  let refused = 0;
  for (let round = 0; round < 500; round++) {
    const at = dice.roll(original.length);
    const bytes = Buffer.from(original);
    bytes[at] = (bytes[at] ?? 0) ^ (1 + dice.roll(255));
    const where = `flipped ${at}`;
    const journal = await opened(bytes, where);
    if (journal === undefined) refused += 1;
    else await mustGoOn(journal, where, wholeIn(at));
  }
  expect(refused).toBe(500);
});
