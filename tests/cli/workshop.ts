import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import type { Ended } from "../support/run-process.ts";
import { type Name, program } from "./program.ts";

/** Where the issues are, from a workshop's folder. */
export const ISSUES = ".premath/issues.jsonl";

/** A folder of its own for one test, and the program in it under one name. */
export interface Workshop {
  readonly cwd: string;
  /** The issue file. */
  readonly path: string;
  readonly run: (args: readonly string[], input?: string) => Promise<Ended>;
  /** Runs commands that must all be done; the last one's output without the times. */
  readonly done: (...commands: readonly string[]) => Promise<string>;
  /** Runs a command that must be refused; what it says. */
  readonly refused: (command: string) => Promise<string>;
  /** Makes the issue file as another tool would. */
  readonly write: (text: string) => void;
}

/** Opens a workshop below a folder. Words of commands are parted by blanks. */
export function openWorkshop(folder: string, name: Name = "tusk"): Workshop {
  const cwd = mkdtempSync(join(folder, "work-"));
  const { TUSK_AGENT_RUN: _run, TUSK_OVERRIDE_REASON: _reason, ...inherited } = process.env;
  const env = { ...inherited, TUSK_ACTOR: "me" };
  const run: Workshop["run"] = (args, input = "") => program(name, args, { cwd, env, input, timeout: 60_000 });
  const done: Workshop["done"] = async (...commands) => {
    let last = "";
    for (const command of commands) {
      const { code, stdout, stderr } = await run(command.split(" "));
      expect({ command, code, stderr }).toEqual({ command, code: 0, stderr: "" });
      last = stdout;
    }
    return last.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+(?:Z|\+00:00)/g, "<NOW>");
  };
  const refused: Workshop["refused"] = async (command) => {
    const { code, stdout, stderr } = await run(command.split(" "));
    expect({ command, code, stdout }).toEqual({ command, code: 1, stdout: "" });
    return stderr;
  };
  const write: Workshop["write"] = (text) => {
    mkdirSync(join(cwd, ".premath"), { recursive: true });
    writeFileSync(join(cwd, ISSUES), text);
  };
  return { cwd, path: join(cwd, ISSUES), run, done, refused, write };
}

/** The times of a row that another tool wrote. */
export const TIMES = '"created_at":"2026-02-01T00:00:00Z","updated_at":"2026-02-01T00:00:00Z"';

/** A row as another tool writes it: an open issue and what it needs. */
export function foreignRow(id: string, ...needs: readonly string[]): string {
  const edges = needs.map((need) => `{"issue_id":"${id}","depends_on_id":"${need}","type":"blocks"}`).join(",");
  const dependencies = needs.length === 0 ? "" : `,"dependencies":[${edges}]`;
  return `{"id":"${id}","title":"Issue ${id}","status":"open","priority":2,"issue_type":"task",${TIMES},"ephemeral":false${dependencies}}\n`;
}
