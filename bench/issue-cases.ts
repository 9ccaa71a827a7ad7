import { spawnSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { mintMandate } from "#kernel";
import { fileIssueStore } from "../src/memory/issues/file-issue-store.ts";
import { now, sha256 } from "#platform";
import type { Case } from "./cases.ts";
import { writeIssueRows } from "./issue-rows.ts";
import { asProcess, inProcess, once, type Work } from "./measure.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const TUSK = join(root, "bin/tusk");
const LARGE = 100_000;

/** What issue memory costs as it grows (M01): claims, lists, a lost index, many workers. */
export function issueCases(folder: string): readonly Case[] {
  const large = once(() => indexed(writeIssueRows(join(folder, "large"), LARGE, 2_000)));
  const small = once(() => indexed(writeIssueRows(join(folder, "small"), 1_000, 900)));
  const listed = once(() => indexed(writeIssueRows(join(folder, "listed"), LARGE, 1_000)));
  const whole = once(() => indexed(writeIssueRows(join(folder, "whole"), LARGE, LARGE)));
  const version = asProcess(TUSK, ["--version"]);
  const common = { bytes: 62e6, baseline: version, baselineName: "tusk --version", samples: 20, short: false };
  return [
    { ...common, name: "claim-next of 100000", work: claimNext(large), goal: 1.5 },
    {
      ...common,
      name: "claim-next, size",
      work: claimNext(large),
      baseline: claimNext(small),
      baselineName: "of 1000",
      goal: 1.1,
    },
    { ...common, name: "ready, 1000 of 100000", work: command(listed, ["issue", "ready"]), goal: 1.5 },
    { ...common, name: "ready, all 100000", work: command(whole, ["issue", "ready"]), goal: 3, samples: 8 },
    rebuildCase(listed),
    throughputCase(folder),
  ];
}

function command(path: () => string, args: readonly string[]): Work {
  return () => asProcess(TUSK, [...args, "--issues", path()])();
}

function claimNext(path: () => string): Work {
  return command(path, ["issue", "claim-next", "--assignee", "bench"]);
}

/** A store whose index is up to date: what is measured is not the first look at a file. */
function indexed(path: string): string {
  bringUp(path);
  return path;
}

/** A renewal of what does not exist: refused, but not before the index follows the file. */
function bringUp(path: string): void {
  const store = fileIssueStore(path, { now });
  const args = { id: "none", assignee: "bench", leaseId: "none", request: `${performance.now()}` };
  const mutation = { action: "issue.lease_renew", args } as const;
  const source = { kind: "command", commandLine: "bench" } as const;
  const minting = mintMandate({ actor: "bench", run: "bench", source, mutation }, sha256);
  if (!minting.ok || store.mutate(mutation, minting.permit).ok) throw new Error("the renewal was not refused");
  store.close();
}

function rebuildCase(path: () => string): Case {
  const lines = once(() => readFileSync(path(), "utf8").split("\n").slice(0, -1));
  return {
    name: "index rebuild of 100000",
    bytes: 62e6,
    work: () => {
      rmSync(join(dirname(path()), "cache/issues.db"));
      return inProcess(() => bringUp(path()))();
    },
    baseline: () => {
      const rows = lines();
      return inProcess(() => {
        for (const row of rows) JSON.parse(row);
      })();
    },
    baselineName: "JSON.parse of the lines",
    samples: 4,
    goal: 6,
    short: false,
  };
}

/** Milliseconds a claim, eight workers side by side on 10,000 issues, synced: at most a tenth of rewriting the file each time. */
function throughputCase(folder: string): Case {
  const fresh = (name: string): string => writeIssueRows(join(folder, name), 10_000, 9_000);
  const store = once(() => indexed(fresh("store")));
  const rewrite = once(() => fresh("rewrite"));
  return {
    name: "8 workers on 10000",
    bytes: 6.2e6,
    work: workers("claim-with-store.ts", store, 60),
    baseline: workers("claim-by-rewrite.ts", rewrite, 6),
    baselineName: "whole file rewritten",
    samples: 3,
    goal: 0.1,
    short: false,
  };
}

function workers(script: string, path: () => string, each: number): Work {
  return () => {
    const args = [join(root, "bench/claim-workers.ts"), script, path(), "8", `${each}`];
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
    if (status !== 0) throw new Error(`${script} ended with ${status}: ${stderr}`);
    return { ms: Number(stdout), peakBytes: undefined };
  };
}
