import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { RunWish, WorkOrder } from "#ports";
import { baseUrl } from "../wire/start-wire-server.ts";

/** A repository with a worktree of one issue, where the harness has it. */
export interface AgentPlace {
  readonly root: string;
  readonly stateFolder: string;
  readonly order: WorkOrder;
}

const SUM = "export const sum = (a, b) => a - b;\n";
const CHECK = 'import { sum } from "./sum.mjs";\nif (sum(2, 2) !== 4) process.exit(1);\n';

/** Makes a repository with a small program that is wrong, and the worktree of its issue. */
export function agentPlace(below: string, { sum = SUM, issue = "bd-7" } = {}): AgentPlace {
  const root = realpathSync(mkdtempSync(join(below, "repo-")));
  const git = (...args: readonly string[]): Buffer =>
    execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@localhost", ...args], { cwd: root });
  git("init", "-q", "-b", "main");
  writeFileSync(join(root, "sum.mjs"), sum);
  writeFileSync(join(root, "check.mjs"), CHECK);
  git("add", ".");
  git("commit", "-q", "-m", "begin");
  const stateFolder = join(root, ".premath");
  mkdirSync(join(stateFolder, "worktrees"), { recursive: true });
  const path = join(stateFolder, "worktrees", issue);
  git("worktree", "add", "-q", "-b", `tusk/${issue}`, path);
  const worktree = { issueId: issue, path, branch: `tusk/${issue}`, base: "0".repeat(40), isNew: true };
  const order: WorkOrder = {
    workerId: "worker.1",
    issueId: issue,
    title: "sum takes away",
    brief: "It has to add.\n\nAcceptance: node check.mjs exits with 0.",
    worktree,
    context: [],
    round: 1,
    signal: new AbortController().signal,
  };
  return { root, stateFolder, order };
}

/** A run as the configuration would give it, with a model at a port of this machine. */
export function agentWish(stateFolder: string, port: number, more: Partial<RunWish> = {}): Omit<RunWish, "workspace"> {
  return {
    stateFolder,
    model: {
      ref: "openai-compatible/scripted",
      baseUrl: baseUrl(port, "openai-chat"),
      providers: {},
      prices: {},
      retry: { attempts: 2, budgetMs: 2000 },
    },
    budget: { steps: 10 },
    outputTokens: 4096,
    requestTokens: 100_000,
    profile: "workspace-write",
    network: "none",
    rules: "workspace-write",
    tools: { deny: [] },
    guards: [],
    instructions: { files: ["AGENTS.md"], maxBytes: 32_768 },
    mcp: {},
    record: false,
    json: false,
    color: "never",
    resumeFlags: "",
    ...more,
  };
}
