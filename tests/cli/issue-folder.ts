import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Ended } from "../support/run-process.ts";
import { tusk } from "./program.ts";

/** One issue as a file of the reference holds it. */
export function row(id: string, more: object = {}): string {
  const times = { created_at: "2026-02-01T00:00:00Z", updated_at: "2026-02-01T00:00:00Z" };
  return `${JSON.stringify({ id, title: `Issue ${id}`, status: "open", priority: 2, issue_type: "task", ...times, ephemeral: false, ...more })}\n`;
}

/** An edge on a row. */
export function edge(from: string, to: string, type = "blocks"): object {
  return { issue_id: from, depends_on_id: to, type };
}

/** A folder with an issue file, and commands that run in it. */
export interface IssueFolder {
  readonly path: string;
  readonly run: (...args: readonly string[]) => Promise<Ended>;
  readonly runWith: (env: NodeJS.ProcessEnv, ...args: readonly string[]) => Promise<Ended>;
  readonly read: (path?: string) => string;
  /** The changes that the log of this clone has recorded, oldest first. */
  readonly changes: () => readonly LoggedRow[];
}

interface LoggedRow {
  readonly kind: string;
  readonly action: string;
  readonly actor: string;
  readonly permit: Readonly<Record<string, unknown>>;
}

const { TUSK_ACTOR: _actor, TUSK_AGENT_RUN: _run, TUSK_OVERRIDE_REASON: _reason, ...inherited } = process.env;

/** Makes a folder below `root`; without rows there is no issue file in it. */
export function issueFolder(root: string, rows?: string | Uint8Array): IssueFolder {
  const path = mkdtempSync(join(root, "issues-"));
  const file = join(path, ".premath/issues.jsonl");
  if (rows !== undefined) {
    mkdirSync(dirname(file));
    writeFileSync(file, rows);
  }
  const runWith = (env: NodeJS.ProcessEnv, ...args: readonly string[]): Promise<Ended> =>
    tusk(args, { cwd: path, env: { ...inherited, ...env } });
  return {
    path,
    runWith,
    run: (...args) => runWith({ TUSK_ACTOR: "mona" }, ...args),
    read: (name = ".premath/issues.jsonl") => readFileSync(join(path, name), "utf8"),
    changes: () => changesIn(join(path, ".premath/log")),
  };
}

function changesIn(log: string): readonly LoggedRow[] {
  const lines = readdirSync(log).flatMap((name) => readFileSync(join(log, name), "utf8").trim().split("\n"));
  return lines.map((line) => JSON.parse(line) as LoggedRow).filter(({ kind }) => kind === "changed");
}

/** The command did what it was asked to. */
export const done = (...lines: readonly string[]): Ended => ({ code: 0, stdout: text(lines), stderr: "" });
/** The command refused or failed: one line on standard error, exit code 1 (contract memory 0.2). */
export const refused = (line: string): Ended => ({ code: 1, stdout: "", stderr: `${line}\n` });

function text(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join("");
}
