import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { compileSchema, type Json, publishedSchema, readJsonText } from "#kernel";
import { utf8 } from "#platform";
import { tusk } from "./cli/program.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";

const folder = temporaryFolder();
const ISSUES = join(folder, ".premath/issues.jsonl");

function problemsOf(kind: string, text: string): unknown {
  const reading = readJsonText(text, utf8);
  if (!reading.ok) throw new Error(`no JSON: ${text}`);
  return compileSchema(publishedSchema(kind) ?? false)(reading.value satisfies Json);
}

async function run(...args: readonly string[]): Promise<string> {
  const { stdout, stderr } = await tusk([...args, "--json"], { cwd: folder });
  expect(stderr).toBe("");
  return stdout;
}

function lines(path: string): readonly string[] {
  return readFileSync(path, "utf8").trim().split("\n");
}

describe("what issue commands write and print fits its published schema (H07)", async () => {
  await run("init");
  await run("issue", "add", "One", "--actor", "a");
  await run("issue", "discover", "bd-1", "Two", "--actor", "a");
  await run("issue", "claim", "bd-1", "--assignee", "w");
  await run("issue", "delete", "bd-2");
  await run("issue", "migrate-events");
  await run("issue", "replay-events");

  test("rows, with ours", () => {
    expect(lines(ISSUES).map((line) => problemsOf("issue", line))).toEqual(lines(ISSUES).map(() => []));
  });
  test("exported events and the cache of their replay", () => {
    const events = lines(join(folder, ".premath/memory/events.jsonl"));
    expect(events.map((line) => problemsOf("issue.event.v1", line))).toEqual(events.map(() => []));
    const cache = readFileSync(join(folder, ".premath/replay-cache.json"), "utf8");
    expect(problemsOf("issue.replay.cache.v1", cache)).toEqual([]);
  });
  test("the log", () => {
    const log = join(folder, ".premath/log");
    const rows = readdirSync(log).flatMap((name) => lines(join(log, name)));
    expect(rows.length).toBeGreaterThan(4);
    expect(rows.map((line) => problemsOf("tusk.issue.log.v1", line))).toEqual(rows.map(() => []));
  });
  test("check, transport-check and transport-dispatch", async () => {
    expect(existsSync(ISSUES)).toBe(true);
    const { stdout } = await tusk(["issue", "check", "--json"], { cwd: folder });
    expect(problemsOf("premath.issue_graph.check.v1", stdout)).toEqual([]);
    expect(problemsOf("premath.transport_check.v1", await run("transport-check"))).toEqual([]);
    for (const [action, payload] of [
      ["issue.claim", '{"id":"bd-1","assignee":"w"}'],
      ["issue.claim", '{"id":"bd-1","assignee":"other"}'],
      ["issue.claim_next", '{"assignee":"w"}'],
      ["fiber.spawn", '{"taskRef":"t"}'],
      ["nope", "{}"],
    ] as const)
      expect(
        problemsOf(
          "premath.transport_dispatch.v1",
          await run("transport-dispatch", "--action", action, "--payload", payload),
        ),
      ).toEqual([]);
  });
  test("a row, a log row and an answer of another form do not fit", () => {
    expect(problemsOf("issue", '{"id":"bd-1"}')).not.toEqual([]);
    expect(problemsOf("tusk.issue.log.v1", '{"kind":"opened"}')).not.toEqual([]);
    expect(
      problemsOf("issue.event.v1", '{"event_id":"e","issue_id":"i","occurred_at":"x","action":"drop"}'),
    ).not.toEqual([]);
    expect(problemsOf("premath.transport_check.v1", "{}")).not.toEqual([]);
  });
});
