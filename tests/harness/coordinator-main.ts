/* A coordinator as the command makes it, over issues that are files of a folder and workers of `scripted-worker.ts`; its end is written to `end.<pid>`. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Issue } from "#kernel";
import { coordinate, type CoordinatorTerms } from "#harness";
import { now, utf8 } from "#platform";
import { openCoordinatorView } from "../../src/cli/coordinator-view/open-coordinator-view.ts";
import { workerProcesses } from "../../src/cli/compose-harness/worker-processes.ts";
import { at, edge, sampleIssue } from "../support/sample-issue.ts";

const [, , folder = "", terms = "{}", ...flags] = process.argv;
const isJson = flags.includes("--json");
const given = JSON.parse(terms) as Partial<CoordinatorTerms>;

/** What stands in a file; empty where there is none, or none any more. */
function textOf(...names: readonly string[]): string {
  try {
    return readFileSync(join(folder, ...names), "utf8");
  } catch {
    return "";
  }
}

function issueOf(id: string): Issue {
  const { title, after } = JSON.parse(textOf("issues", id)) as { title: string; after?: string };
  // In this order: a worker writes that it is closed before it gives the claim back.
  const owner = textOf("claims", `${id}.owner`);
  const dependencies = after === undefined ? [] : [edge(id, after)];
  if (textOf("closed", id) !== "") return sampleIssue(id, { title, status: "closed", dependencies });
  if (owner === "") return sampleIssue(id, { title, dependencies });
  const lease = {
    lease_id: "l",
    owner,
    acquired_at: at("2026-01-01T00:00:00Z"),
    expires_at: at("2036-01-01T00:00:00Z"),
  };
  return sampleIssue(id, { title, status: "in_progress", assignee: owner, lease, dependencies });
}

const watcher = openCoordinatorView({ json: isJson, color: "auto", now });
const end = await coordinate(
  {
    prefix: "worker",
    maxParallel: 2,
    rounds: undefined,
    by: "id",
    continueOnFailure: true,
    silenceMs: 60_000,
    graceMs: 20_000,
    ...given,
  },
  {
    now,
    utf8,
    alarm: (ms, ring) => {
      const timer = setTimeout(ring, ms);
      return () => clearTimeout(timer);
    },
    issues: {
      load: () => {
        const ids = readdirSync(join(folder, "issues")).toSorted();
        return { issues: new Map(ids.map((id) => [id, issueOf(id)])), lines: ids.length, snapshotRef: "" };
      },
    },
    workers: workerProcesses({
      program: [process.execPath, join(import.meta.dirname, "scripted-worker.ts")],
      flags: ["--folder", folder, ...flags.filter((flag) => flag === "--quiet")],
      cwd: folder,
      stateFolder: join(folder, "state"),
    }),
    expansion: async () => undefined,
    watcher,
  },
);
await watcher.close();
writeFileSync(join(folder, `end.${process.pid}`), JSON.stringify(end));
