import {
  closeSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
  appendFileSync,
  cpSync,
  mkdtempSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { compileSchema, publishedSchema, readJsonText } from "#kernel";
import { memoryJournal, openFileJournal, readFileJournal } from "#memory";
import { utf8 } from "#platform";
import type { Journal } from "#ports";
import { openIn, pathIn, refusal, said, standing, steppingClock, written } from "../../../tests/journal/journals.ts";
import { temporaryFolder } from "../../../tests/support/temporary-folder.ts";

const root = temporaryFolder();

function newFolder(): string {
  return mkdtempSync(join(root, "j-"));
}

const saying = (n: number) => ({ kind: "said", n, text: "é\n" });
const EVENTS = [0, 1, 2, 3].map(saying);

function lines(folder: string): readonly string[] {
  return readFileSync(pathIn(folder), "utf8").split("\n").slice(0, -1);
}

/** The files beside a journal, with what they hold; its lock is not looked at. */
function beside(folder: string): Readonly<Record<string, string>> {
  const names = readdirSync(folder).filter((name) => name !== "s1.jsonl" && !name.startsWith("s1.jsonl.lock"));
  return Object.fromEntries(
    names.map((name) => [name.replace(/[0-9a-f]{16}$/, "*"), readFileSync(join(folder, name), "utf8")]),
  );
}

describe.each(["always", "never"] as const)("a journal in a file, synced %s", (sync) => {
  test("holds its rows in order, in one chain, and gives them back when it is opened again (R12)", async () => {
    const folder = newFolder();
    const first = await openIn(folder, sync);
    expect(first.opened).toStrictEqual({ rows: [], healed: [] });
    const rows = EVENTS.map((event) => first.append(event));
    expect(rows.map(({ seq, event }) => [seq, event])).toStrictEqual(EVENTS.map((event, at) => [at + 1, event]));
    await first.settled();
    expect(JSON.parse(lines(folder).at(-1) ?? "")).toMatchObject({ self: first.head, seq: 4, ...saying(3) });
    await first.close();
    const second = await openIn(folder, sync);
    expect(second.opened.healed).toStrictEqual([]);
    expect(second.opened.rows.slice(1)).toStrictEqual(rows);
    expect(second.append(saying(4)).seq).toBe(6);
    await second.close();
    expect(
      (await readFileJournal(pathIn(folder))).rows.map(({ event }) => [event.kind, event["epoch"] ?? event["n"]]),
    ).toStrictEqual([
      ["journal.opened", 1],
      ["said", 0],
      ["said", 1],
      ["said", 2],
      ["said", 3],
      ["journal.opened", 2],
      ["said", 4],
    ]);
  });

  test("has what was settled in the file, and nothing is pending when nothing was said", async () => {
    const folder = newFolder();
    const journal = await openIn(folder, sync);
    await journal.settled();
    for (const n of [0, 1, 2]) {
      journal.append(saying(n));
      await journal.settled();
      expect(lines(folder)).toHaveLength(n + 2);
    }
    await journal.close();
  });

  test("settles rows that are appended side by side, whoever waits for which", async () => {
    const folder = newFolder();
    const journal = await openIn(folder, sync);
    const work = async (n: number): Promise<number> => {
      for (let at = 0; at < n % 4; at++) await Promise.resolve();
      const { seq } = journal.append(saying(n));
      await journal.settled();
      expect(lines(folder).length).toBeGreaterThan(seq);
      if (n < 90) return work(n + 30);
      return seq;
    };
    await Promise.all(Array.from({ length: 30 }, (_, n) => work(n)));
    await journal.close();
    expect(await standing(folder)).toStrictEqual({ rows: 121, mends: [], damage: undefined });
  });

  test("writes what waits before it is closed, and takes nothing afterwards", async () => {
    const folder = newFolder();
    const journal = await openIn(folder, sync);
    journal.append(saying(0));
    await journal.close();
    await journal.close();
    expect(lines(folder)).toHaveLength(2);
    expect(() => journal.append(saying(1))).toThrow(expect.objectContaining({ port: "journal", code: "closed" }));
  });

  test("writes more than a group may hold at once, in order", async () => {
    const folder = newFolder();
    const journal = await openIn(folder, sync);
    for (let n = 0; n < 40; n++) journal.append({ kind: "said", n, text: "x".repeat(200_000) });
    expect(statSync(pathIn(folder)).size).toBeGreaterThan(6_000_000);
    await journal.close();
    expect(await standing(folder)).toStrictEqual({ rows: 41, mends: [], damage: undefined });
  });
});

describe("what is no row", () => {
  test("an event that is no JSON, or the journal's own kind, is refused and leaves no gap", async () => {
    const folder = newFolder();
    const journal = await openIn(folder);
    expect(() => journal.append({ kind: "said", x: Number.NaN })).toThrow("is not JSON");
    expect(() => journal.append({ kind: "said", seq: 1 })).toThrow("brings its own seq");
    expect(() => journal.append({ kind: "journal.opened", epoch: 9 })).toThrow("is the journal's own to write");
    expect(() => journal.append({ kind: "said", text: "x".repeat(17_000_000) })).toThrow(
      expect.objectContaining({ code: "oversized" }),
    );
    expect(journal.append(saying(0)).seq).toBe(1);
    await journal.close();
    expect(await standing(folder)).toStrictEqual({ rows: 2, mends: [], damage: undefined });
  });
});

describe("the file of a journal", () => {
  test("is its owner's alone, and so are its lock and its folders", async () => {
    const folder = newFolder();
    const path = join(folder, "a", "b", "s1.jsonl");
    await (await openFileJournal({ path, sessionId: "s1", clock: steppingClock(), sync: "never" })).close();
    const mode = (at: string): string => (lstatSync(at).mode & 0o777).toString(8);
    expect([path, `${path}.lock`, join(folder, "a"), join(folder, "a", "b")].map(mode)).toStrictEqual([
      "600",
      "600",
      "700",
      "700",
    ]);
  });

  test.each(["s1.jsonl", "s1.jsonl.lock"])("is not followed when %s is a link", async (name) => {
    const folder = newFolder();
    const elsewhere = join(folder, "elsewhere");
    writeFileSync(elsewhere, "");
    symlinkSync(elsewhere, join(folder, name));
    expect((await refusal(openIn(folder))).code).toBe("io");
    expect(readFileSync(elsewhere, "utf8")).toBe("");
  });

  test("may not be a folder", async () => {
    const folder = newFolder();
    mkdirSync(pathIn(folder));
    expect(await refusal(openIn(folder))).toStrictEqual({
      code: "io",
      message: `${pathIn(folder)}: Is a directory (os error 21)`,
    });
    expect((await refusal(readFileJournal(pathIn(folder)))).code).toBe("io");
  });

  test("that belongs to another session is refused", async () => {
    const folder = newFolder();
    await written(folder, EVENTS);
    const other = openFileJournal({ path: pathIn(folder), sessionId: "s2", clock: steppingClock(), sync: "never" });
    expect(await refusal(other)).toStrictEqual({
      code: "damaged",
      message: `${pathIn(folder)} is not the journal of session s2; nothing was changed`,
    });
  });

  test("fits its published schema, healed or not (DESIGN 22)", async () => {
    const folder = newFolder();
    const bytes = await written(folder, EVENTS);
    writeFileSync(pathIn(folder), bytes.subarray(0, -20));
    await written(folder, EVENTS);
    const check = compileSchema(publishedSchema("tusk.journal.v1") ?? false);
    const problems = (line: string): unknown => {
      const reading = readJsonText(line, utf8);
      return reading.ok ? check(reading.value) : reading.problem;
    };
    expect(lines(folder).filter((line) => line.includes("journal.healed"))).toHaveLength(1);
    expect(lines(folder).map(problems)).toStrictEqual(lines(folder).map(() => []));
    for (const wrong of [
      { seq: 3 },
      { seq: 0, prev: `sha256:${"1".repeat(64)}` },
      { kind: "journal.opened" },
      { at: "now" },
    ]) {
      const first = { ...(JSON.parse(lines(folder)[1] ?? "") as object), prev: undefined, ...wrong };
      expect(problems(JSON.stringify(first))).not.toStrictEqual([]);
    }
  });
});

describe("opening heals what a crash left and tells it (R11, pain 4)", () => {
  test("a torn tail is kept beside, cut off and told of", async () => {
    const folder = newFolder();
    const bytes = await written(folder, EVENTS);
    const last = bytes.lastIndexOf("\n", -2) + 1;
    writeFileSync(pathIn(folder), bytes.subarray(0, -30));
    const journal = await openIn(folder);
    const name = readdirSync(folder).find((each) => each.includes("quarantine")) ?? "";
    expect(journal.opened.healed).toStrictEqual([
      `line 5 at byte ${last}: a row that was never finished was taken out; its ${bytes.length - 30 - last} bytes are in ${name}`,
    ]);
    expect(said(journal.opened.rows)).toStrictEqual(EVENTS.slice(0, 3));
    journal.append(saying(9));
    await journal.close();
    expect(beside(folder)).toStrictEqual({ "s1.jsonl.quarantine-*": bytes.subarray(last, -30).toString() });
    expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
    const { rows } = await readFileJournal(pathIn(folder));
    expect(rows.at(-2)?.event).toStrictEqual({
      kind: "journal.healed",
      mends: [{ kind: "torn", line: 5, offset: last, length: bytes.length - 30 - last, quarantine: name }],
    });
    expect(said(rows)).toStrictEqual([...EVENTS.slice(0, 3), saying(9)]);
  });

  test("a last row without its newline stays", async () => {
    const folder = newFolder();
    const bytes = await written(folder, EVENTS);
    writeFileSync(pathIn(folder), bytes.subarray(0, -1));
    const journal = await openIn(folder);
    expect(journal.opened.healed).toStrictEqual([
      `line 5 at byte ${bytes.length - 1}: the last row had no newline and was given one`,
    ]);
    expect(said(journal.opened.rows)).toStrictEqual(EVENTS);
    await journal.close();
    expect([await standing(folder), beside(folder)]).toStrictEqual([{ rows: 7, mends: [], damage: undefined }, {}]);
  });

  test("glued rows are split, and what was torn between them is kept beside", async () => {
    const folder = newFolder();
    const bytes = await written(folder, EVENTS);
    const rows = bytes.toString().split("\n");
    writeFileSync(
      pathIn(folder),
      `${rows[0]}${rows[1]}\n${rows[2]?.slice(0, 90)}${rows[2]}${rows[3]}\n${rows[4]?.slice(0, 40)}`,
    );
    const journal = await openIn(folder);
    expect(journal.opened.healed).toHaveLength(5);
    expect(said(journal.opened.rows)).toStrictEqual(EVENTS.slice(0, 3));
    await journal.close();
    expect(await standing(folder)).toStrictEqual({ rows: 6, mends: [], damage: undefined });
    const kept = readdirSync(folder)
      .filter((name) => name.includes("quarantine"))
      .map((name) => readFileSync(join(folder, name), "utf8"));
    expect(new Set(kept)).toStrictEqual(new Set([rows[4]?.slice(0, 40), rows[2]?.slice(0, 90)]));
    expect(lines(folder).slice(0, 4)).toStrictEqual(rows.slice(0, 4));
    expect(lstatSync(pathIn(folder)).mode & 0o777).toBe(0o600);
  });

  test("what a killed healer put aside and could not tell of is told of by the next one", async () => {
    const folder = newFolder();
    await written(folder, EVENTS);
    writeFileSync(`${pathIn(folder)}.quarantine-0123456789abcdef`, "{");
    writeFileSync(`${pathIn(folder)}.healing`, "half of a draft");
    const journal = await openIn(folder);
    expect(journal.opened.healed).toStrictEqual([
      "bytes that an interrupted opening had taken out are in s1.jsonl.quarantine-0123456789abcdef",
    ]);
    await journal.close();
    const next = await openIn(folder);
    expect(next.opened.healed).toStrictEqual([]);
    await next.close();
  });

  test("an empty file, and one with only the beginning of its first row", async () => {
    const folder = newFolder();
    writeFileSync(pathIn(folder), "");
    await (await openIn(folder)).close();
    const begun = readFileSync(pathIn(folder));
    writeFileSync(pathIn(folder), begun.subarray(0, 50));
    const journal = await openIn(folder);
    expect([journal.opened.rows, journal.opened.healed.length]).toStrictEqual([[], 1]);
    await journal.close();
  });
});

describe("anything else is refused, and nothing is changed (pain 5, M14)", () => {
  test("with file, line, byte, what is wrong, what holds and how to go on", async () => {
    const folder = newFolder();
    const bytes = await written(folder, EVENTS);
    const rows = bytes.toString().split("\n");
    const offset = Buffer.byteLength(`${rows[0]}\n${rows[1]}\n`);
    const damaged = bytes.toString().replace('"n":1', '"n":7');
    writeFileSync(pathIn(folder), damaged);
    expect(await refusal(openIn(folder))).toStrictEqual({
      code: "damaged",
      message:
        `${pathIn(folder)}, line 3 at byte ${offset}: a byte of it was changed: it is not what its own digest names. ` +
        `2 rows before it hold and can be read; nothing was changed. To go on from them, keep a copy and cut the file to ${offset} bytes.`,
    });
    expect([readFileSync(pathIn(folder), "utf8"), beside(folder)]).toStrictEqual([damaged, {}]);
    expect((await readFileJournal(pathIn(folder))).rows).toHaveLength(2);
    // And so it goes on.
    writeFileSync(pathIn(folder), Buffer.from(damaged).subarray(0, offset));
    const journal = await openIn(folder);
    expect(said(journal.opened.rows)).toStrictEqual(EVENTS.slice(0, 1));
    await journal.close();
  });

  test("a journal that is not there can be opened and not be read", async () => {
    expect(await refusal(readFileJournal(join(root, "nowhere.jsonl")))).toStrictEqual({
      code: "missing",
      message: `there is no journal ${join(root, "nowhere.jsonl")}`,
    });
  });
});

const MEDDLE: Readonly<Record<string, (path: string) => void>> = {
  "the file was moved away": (path) => renameSync(path, `${path}.moved`),
  "the file was deleted": (path) => rmSync(path),
  "the file was replaced by a copy of itself": (path) => {
    cpSync(path, `${path}.copy`);
    renameSync(`${path}.copy`, path);
  },
  "somebody else appended": (path) => appendFileSync(path, "x\n"),
  "somebody else cut it": (path) => writeFileSync(path, ""),
  "the lock was deleted": (path) => rmSync(`${path}.lock`),
  "the lock was replaced": (path) => {
    cpSync(`${path}.lock`, `${path}.lock2`);
    renameSync(`${path}.lock2`, `${path}.lock`);
  },
};
describe("a writer that lost its place writes nothing more (pain 6)", () => {
  const cases = Object.keys(MEDDLE).flatMap((name) =>
    // What is not synced has no second look, and so none at the lock.
    (["always", "never"] as const)
      .filter((sync) => sync === "always" || !name.includes("lock"))
      .map((sync) => [name, sync] as const),
  );
  test.each(cases)("%s, synced %s", async (name, sync) => {
    const folder = newFolder();
    const journal = await openIn(folder, sync);
    journal.append(saying(0));
    await journal.settled();
    linkSync(pathIn(folder), join(folder, "same"));
    await new Promise((resolve) => setTimeout(resolve, 10));
    MEDDLE[name]?.(pathIn(folder));
    const [before, ours] = [readIfThere(pathIn(folder)), readFileSync(join(folder, "same"), "utf8")];
    journal.append(saying(1));
    const { code } = await refusal(journal.settled());
    expect(code).toBe("fenced");
    expect(() => journal.append(saying(2))).toThrow(expect.objectContaining({ code: "fenced" }));
    expect((await refusal(journal.settled())).code).toBe("fenced");
    await journal.close();
    expect([readIfThere(pathIn(folder)), readFileSync(join(folder, "same"), "utf8")]).toStrictEqual([before, ours]);
  });
});

test.each(["the file was moved away", "the lock was deleted"])(
  "a row is not called safe when %s in the very moment it was written",
  async (name) => {
    const folder = newFolder();
    const journal = await openIn(folder, "always");
    journal.append(saying(0));
    await journal.settled();
    MEDDLE[name]?.(pathIn(folder));
    journal.append(saying(1));
    expect((await refusal(journal.settled())).code).toBe("fenced");
    await journal.close();
  },
);

describe("a write that fails is told, and nothing is written after it (pain 7)", () => {
  /** Takes the file out of the journal's hands. */
  function closeUnder(folder: string): void {
    const descriptor = readdirSync("/proc/self/fd").find((each) => linkOf(each) === pathIn(folder));
    closeSync(Number(descriptor));
  }
  function linkOf(descriptor: string): string {
    try {
      return readlinkSync(`/proc/self/fd/${descriptor}`);
    } catch (error) {
      // The one that lists the folder is gone by now.
      if (error instanceof Error && "code" in error) return "";
      throw error;
    }
  }

  test.each(["always", "never"] as const)(
    "to everybody who waits, and to all who come later (synced %s)",
    async (sync) => {
      const folder = newFolder();
      const journal = await openIn(folder, sync);
      closeUnder(folder);
      journal.append(saying(0));
      const waiting = [journal.settled(), journal.settled()];
      const failed = { code: "io", message: `${pathIn(folder)}: bad file descriptor (os error 9)` };
      for (const each of waiting) expect(await refusal(each)).toStrictEqual(failed);
      expect(() => journal.append(saying(1))).toThrow(expect.objectContaining({ port: "journal", code: "io" }));
      expect(await refusal(journal.settled())).toStrictEqual(failed);
      expect(lines(folder)).toHaveLength(1);
    },
  );

  test("also when nobody asked before it is closed", async () => {
    const folder = newFolder();
    const journal = await openIn(folder);
    rmSync(pathIn(folder));
    journal.append(saying(0));
    expect((await refusal(journal.close())).code).toBe("fenced");
  });
});

test("a journal in memory holds its rows and keeps no chain", async () => {
  const clock = steppingClock();
  const journal: Journal = memoryJournal("s1", clock);
  const rows = EVENTS.map((event) => journal.append(event));
  await journal.settled();
  expect([journal.opened, journal.head, rows.map(({ seq }) => seq)]).toStrictEqual([
    { rows: [], healed: [] },
    undefined,
    [0, 1, 2, 3],
  ]);
  await journal.close();
  expect(journal.opened).toStrictEqual({ rows, healed: [] });
  const resumed = memoryJournal("s1", clock, rows);
  expect([resumed.append(saying(4)).seq, resumed.opened.rows, resumed.rows.length]).toStrictEqual([4, rows, 5]);
});

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error) return undefined;
    throw error;
  }
}
