import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { byCodePoint } from "#kernel";
import { diceOf } from "../../scripts/chaos/dice.ts";
import { ROOT } from "../support/root.ts";
import { runProcess } from "../support/run-process.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { openIn, pathIn, refusal, said, standing } from "./journals.ts";

const root = temporaryFolder();
const CHILD = join(ROOT, "tests", "journal", "appending-child.ts");

interface Shape {
  readonly sync?: "always" | "never";
  readonly inGroup?: number;
  readonly bytes?: number;
  readonly groups?: number;
}

function words(folder: string, { sync = "never", inGroup = 1, bytes = 10, groups = 0 }: Shape): readonly string[] {
  return [CHILD, pathIn(folder), sync, `${inGroup}`, `${bytes}`, `${groups}`];
}

function newFolder(): string {
  return mkdtempSync(join(root, "s-"));
}

/** A child that has the journal. */
async function holder(
  folder: string,
  shape: Shape = {},
): Promise<{ readonly child: ChildProcess; readonly said: () => string }> {
  const child = spawn(process.execPath, words(folder, shape), { stdio: ["ignore", "pipe", "inherit"] });
  let text = "";
  await new Promise<void>((resolve, reject) => {
    child.stdout.on("data", (chunk: Buffer) => {
      text += chunk.toString();
      if (text.includes("opened")) resolve();
    });
    child.on("exit", () => reject(new Error(`the child ended too soon: ${text}`)));
  });
  return { child, said: () => text };
}

async function kill(child: ChildProcess): Promise<void> {
  const gone = new Promise((resolve) => child.once("close", resolve));
  child.kill("SIGKILL");
  await gone;
}

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

describe("one writer at a time (pain 6)", () => {
  test("a second process is refused while the first one lives; killed with -9, the first one frees it at once", async () => {
    const folder = newFolder();
    const { child } = await holder(folder);
    const second = await runProcess(process.execPath, words(folder, { groups: 1 }));
    expect(second.stdout).toBe(`busy: ${pathIn(folder)}: another writer has it\n`);
    await kill(child);
    const start = performance.now();
    const journal = await openIn(folder);
    expect(performance.now() - start).toBeLessThan(1000);
    expect(journal.opened.rows.map(({ event }) => event["epoch"])).toStrictEqual([1]);
    await journal.close();
  });

  test("a second opening in the same process is refused too, and may come when the first one is closed", async () => {
    const folder = newFolder();
    const first = await openIn(folder);
    expect((await refusal(openIn(folder))).code).toBe("busy");
    first.append({ kind: "said" });
    await first.close();
    const second = await openIn(folder);
    expect(said(second.opened.rows)).toStrictEqual([{ kind: "said" }]);
    await second.close();
  });

  test("of eight processes that race for one session exactly one wins, and the others say busy", async () => {
    const folder = newFolder();
    const racers = Array.from({ length: 8 }, () =>
      spawn(process.execPath, words(folder, {}), { stdio: ["ignore", "pipe", "inherit"] }),
    );
    const answers = await Promise.all(
      racers.map(
        ({ stdout }) =>
          new Promise<string>((resolve) => void stdout.once("data", (chunk: Buffer) => resolve(chunk.toString()))),
      ),
    );
    for (const racer of racers) racer.kill("SIGKILL");
    expect(answers.map((answer) => answer.split(":")[0]?.trim() ?? "").toSorted(byCodePoint)).toStrictEqual([
      ...Array.from({ length: 7 }, () => "busy"),
      "opened",
    ]);
    expect(await standing(folder)).toStrictEqual({ rows: 1, mends: [], damage: undefined });
  });

  test("a lock that is deleted while it is held: the new writer goes on, the old one writes nothing more", async () => {
    const folder = newFolder();
    const old = await openIn(folder);
    old.append({ kind: "said", n: 0 });
    await old.settled();
    rmSync(`${pathIn(folder)}.lock`);
    const young = await openIn(folder);
    old.append({ kind: "said", n: 1 });
    expect((await refusal(old.settled())).code).toBe("fenced");
    young.append({ kind: "said", n: 2 });
    await young.close();
    await old.close();
    const last = await openIn(folder);
    await last.close();
    expect(said(last.opened.rows)).toStrictEqual([
      { kind: "said", n: 0 },
      { kind: "said", n: 2 },
    ]);
  });
});

describe("writers that are killed at any instant (R11, pain 7)", { timeout: 180_000 }, () => {
  const dice = diceOf(7);
  test.each([
    ["rows one by one, synced", { sync: "always", inGroup: 1, bytes: 200 }],
    ["small rows in groups", { inGroup: 7, bytes: 300 }],
    ["rows of 100 kB, which are often torn", { inGroup: 3, bytes: 100_000 }],
  ] as const)("lose no row that was settled, and the next one goes on: %s", async (_name, shape) => {
    const folder = newFolder();
    let settled = -1;
    let healed = 0;
    for (let round = 0; round < 12; round++) {
      const { child, said: told } = await holder(folder, { ...shape, groups: 1_000_000 });
      await sleep(dice.roll(60));
      await kill(child);
      settled = Math.max(settled, ...[...told().matchAll(/^settled (\d+)$/gm)].map(([, n]) => Number(n)));
      const journal = await openIn(folder);
      if (journal.opened.healed.length > 0) healed += 1;
      const numbers = said(journal.opened.rows).map((event) => event["n"]);
      expect(numbers).toStrictEqual(numbers.map((_, at) => at));
      expect(numbers.length).toBeGreaterThan(settled);
      journal.append({ kind: "said", n: numbers.length });
      await journal.close();
      settled = numbers.length;
    }
    expect(await standing(folder)).toMatchObject({ mends: [], damage: undefined });
    // What was put aside is told of in the journal, each time.
    const healings = readFileSync(pathIn(folder), "utf8").match(/"kind":"journal\.healed"/g)?.length ?? 0;
    expect(healings).toBe(healed);
  });
});
