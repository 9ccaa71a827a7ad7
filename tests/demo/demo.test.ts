import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { tusk } from "../cli/program.ts";
import { ROOT } from "../support/root.ts";
import { type Ended, runProcess } from "../support/run-process.ts";
import { noWallsAtAll } from "../support/no-walls.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const folder = temporaryFolder();
const TIME_MS = 120_000;

interface Answer {
  readonly folder: string;
  readonly closed: readonly string[];
  readonly left: readonly { readonly issueId: string }[];
  readonly refusals: readonly { readonly issueId: string; readonly classes: readonly string[] }[];
  readonly killed?: { readonly issueId: string; readonly sessionId: string; readonly isTakenUp: boolean };
  readonly verified: { readonly result: string };
  readonly commits: readonly string[];
}

/** Runs it as somebody would whose environment means other work. */
const demo = (root: string, words: readonly string[]): Promise<Ended> =>
  runProcess(join(root, "bin/tusk"), ["demo", ...words], {
    timeout: TIME_MS,
    env: { ...process.env, PREMATH_WORK_CMD: "exit 1", PREMATH_ISSUES_PATH: "/nowhere", TUSK_MODEL: "none/none" },
  });

const git = async (cwd: string, ...words: readonly string[]): Promise<string> =>
  (await runProcess("git", words, { cwd })).stdout;

const why = noWallsAtAll();

describe.skipIf(why !== undefined)(
  `the demonstration (M06-M09, M12)${why === undefined ? "" : ` (skipped: ${why})`}`,
  () => {
    test(
      "five issues are closed by two workers, one attempt is refused, one worker is killed and taken up; everything stays to be looked at",
      { timeout: TIME_MS },
      async () => {
        const place = join(folder, "whole");
        const { code, stdout, stderr } = await demo(ROOT, [place]);
        expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
        for (const part of [
          place,
          "KILLED -9 while it worked on tally-2",
          "takes tally-2 up in the same session",
          "REFUSED to close tally-4: mutation.use_evidence_missing",
          "the policy requires check test to hold; it ended failed",
          "ok    5 of 5 issues are fixed, verified, merged and closed",
          "ok    tusk verify: ",
          "tusk kpi: ",
          `cd ${place}`,
        ])
          expect(stdout).toContain(part);
        // What it says is what is there: tests hold, each issue is one commit with its witness, nothing is left over.
        expect((await runProcess("sh", ["test.sh"], { cwd: place })).code).toBe(0);
        const issues = ["tally-1", "tally-2", "tally-3", "tally-4", "tally-5"];
        const trailers = await git(place, "log", "--format=%(trailers:key=Tusk-Issue,valueonly,separator=)", "main");
        expect(trailers.split("\n").filter(Boolean).toSorted()).toEqual(issues);
        expect(await git(place, "branch", "--format=%(refname:short)")).toBe("main\n");
        expect(readdirSync(join(place, ".premath/worktrees")).filter((name) => name.startsWith("tally"))).toEqual([]);
        const listed = await tusk(["issue", "list", "--status", "closed", "--json"], { cwd: place });
        expect((JSON.parse(listed.stdout) as { readonly count: number }).count).toBe(issues.length);
        expect((await tusk(["verify"], { cwd: place })).code).toBe(0);
      },
    );

    test(
      "where the recorded fix does not fit the program any more it is refused, and nothing is called done",
      { timeout: TIME_MS },
      async () => {
        const clone = join(folder, "clone");
        mkdirSync(clone);
        for (const part of ["bin", "build/cli", "conformance/vectors", "demo", "package.json", "src"])
          if (existsSync(join(ROOT, part)))
            cpSync(join(ROOT, part), join(clone, part), { recursive: true, preserveTimestamps: true });
        symlinkSync(join(ROOT, "node_modules"), join(clone, "node_modules"));
        const source = join(clone, "demo/project/src/parse.js");
        const changed = readFileSync(source, "utf8").replaceAll("lines", "pieces");
        expect(changed).not.toBe(readFileSync(source, "utf8"));
        writeFileSync(source, changed);
        const place = join(folder, "changed");
        const { code, stdout } = await demo(clone, [place, "--json"]);
        const answer = JSON.parse(stdout) as Answer;
        expect({
          code,
          closed: answer.closed,
          left: answer.left.map(({ issueId }) => issueId),
          killed: answer.killed,
        }).toEqual({
          code: 1,
          closed: [],
          left: ["tally-1"],
          killed: undefined,
        });
        expect(answer.refusals[0]).toEqual({ issueId: "tally-1", classes: ["mutation.use_evidence_missing"] });
        expect([answer.commits.length, answer.verified.result]).toEqual([1, "accepted"]);
        expect(readFileSync(join(place, "src/parse.js"), "utf8")).toBe(changed);
      },
    );
  },
);

test("a folder that is not empty is refused, and left as it is", async () => {
  const place = join(folder, "full");
  mkdirSync(place);
  writeFileSync(join(place, "mine.txt"), "mine\n");
  expect(await tusk(["demo", place])).toEqual({
    code: 2,
    stdout: "",
    stderr: `error: ${place} is not empty; name a folder that is, or none\n`,
  });
  expect(readdirSync(place)).toEqual(["mine.txt"]);
});
