import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { ROOT } from "../support/root.ts";
import { runProcess } from "../support/run-process.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { openIn, pathIn, refusal, said, standing } from "./journals.ts";

const root = temporaryFolder();
const CHILD = join(ROOT, "tests", "journal", "appending-child.ts");
const hasLimits = spawnSync("/bin/sh", ["-c", "prlimit --version"]).status === 0;
const hasStrace = spawnSync("/bin/sh", ["-c", "strace -V"]).status === 0;
const disk = join(root, "disk");
mkdirSync(disk);
/** A small disk of memory; only root may mount one. */
const isMounted = spawnSync("/bin/sh", ["-c", 'mount -t tmpfs -o size=1m none "$0"', disk]).status === 0;
afterAll(() => {
  if (isMounted) spawnSync("/bin/sh", ["-c", 'umount -l "$0"', disk]);
});

test.skipIf(!isMounted)(
  "on a full disk a group is written whole or not at all, the journal says so and goes on when there is room (pain 4; skipped where no tmpfs can be mounted)",
  async () => {
    for (const free of [0, 4096, 8192, 20_480])
      for (const size of [100, 3000, 30_000]) {
        for (const name of readdirSync(disk)) rmSync(join(disk, name), { recursive: true });
        const journal = await openIn(disk);
        const { bavail, bsize } = statfsSync(disk);
        writeFileSync(join(disk, "ballast"), Buffer.alloc(Math.max(0, bavail * bsize - free)));
        const where = `${free} free, rows of ${size}`;
        let settled = 0;
        let code = "none";
        for (let n = 0; code === "none" && n < 400; n++) {
          journal.append({ kind: "said", n, text: "x".repeat(size) });
          ({ code } = await refusal(journal.settled()));
          if (code === "none") settled = n + 1;
        }
        expect([where, code]).toStrictEqual([where, "io"]);
        expect(() => journal.append({ kind: "said" })).toThrow("No space left on device (os error 28)");
        expect([where, await standing(disk)]).toStrictEqual([
          where,
          { rows: settled + 1, mends: [], damage: undefined },
        ]);
        await journal.close();
        rmSync(join(disk, "ballast"));
        const next = await openIn(disk);
        expect([where, said(next.opened.rows).length, next.opened.healed]).toStrictEqual([where, settled, []]);
        next.append({ kind: "said", n: settled });
        await next.close();
      }
  },
);

test.skipIf(!hasLimits)(
  "a file that may grow no further: what was taken of a row is cut off again (skipped without prlimit)",
  async () => {
    for (const limit of [9000, 20_000, 20_001, 20_500]) {
      const folder = mkdtempSync(join(root, "limit-"));
      const words = [`--fsize=${limit}`, process.execPath, CHILD, pathIn(folder), "never", "2", "700", "1000"];
      const { stdout } = await runProcess("prlimit", words);
      const answers = stdout.trimEnd().split("\n");
      expect(answers.at(-1)).toBe(`io: ${pathIn(folder)}: file too large (os error 27)`);
      const settled = answers.filter((line) => line.startsWith("settled")).length * 2;
      expect([limit, await standing(folder)]).toStrictEqual([
        limit,
        { rows: settled + 1, mends: [], damage: undefined },
      ]);
    }
  },
);

test.skipIf(!hasLimits)(
  "no room even for the lock: the machine's error, not another writer's (skipped without prlimit)",
  async () => {
    const folder = mkdtempSync(join(root, "limit-"));
    const words = ["--fsize=1000", process.execPath, CHILD, pathIn(folder), "never", "1", "10", "1"];
    expect((await runProcess("prlimit", words)).stdout).toMatch(/^io: .*\.lock: disk I\/O error\n$/);
  },
);

test.skipIf(!hasStrace)(
  "rows of one tick are one write, and one sync where they are synced (skipped without strace)",
  async () => {
    for (const sync of ["always", "never"]) {
      const folder = mkdtempSync(join(root, "calls-"));
      const calls = join(folder, "calls");
      const words = [
        "-f",
        "-y",
        "-o",
        calls,
        "-e",
        "trace=write,pwrite64,fdatasync",
        process.execPath,
        CHILD,
        pathIn(folder),
        sync,
        "10",
        "100",
        "5",
      ];
      await runProcess("strace", words, { timeout: 50_000 });
      const made = readFileSync(calls, "utf8")
        .split("\n")
        .filter((line) => line.includes("s1.jsonl>"));
      // One group for the opening, and five of ten rows.
      expect(made.filter((line) => /write/.test(line)).length).toBe(6);
      expect(made.filter((line) => /fdatasync\(/.test(line)).length).toBe(sync === "always" ? 6 : 0);
    }
  },
);

test.skipIf(!hasStrace)(
  "a sync that fails is an error of the journal, nothing is called safe after it, and what was written stands (skipped without strace)",
  async () => {
    const folder = mkdtempSync(join(root, "eio-"));
    const inject = [
      "-f",
      "-qq",
      "-o",
      "/dev/null",
      "-e",
      "trace=fdatasync",
      "-e",
      "inject=fdatasync:error=EIO:when=3+",
    ];
    const words = [...inject, process.execPath, CHILD, pathIn(folder), "always", "2", "100", "5"];
    // It counts for each thread: one thread makes all of them.
    const env = { ...process.env, UV_THREADPOOL_SIZE: "1" };
    const { stdout } = await runProcess("strace", words, { timeout: 50_000, env });
    // The opening is the first, one group of two the second.
    expect(stdout).toBe(`opened\nsettled 1\nio: ${pathIn(folder)}: Input/output error (os error 5)\n`);
    expect(await standing(folder)).toStrictEqual({ rows: 5, mends: [], damage: undefined });
  },
);
