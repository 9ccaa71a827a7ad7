import { mkdirSync, mkdtempSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { beforeAll, expect, test } from "vitest";
import { openFileJournal } from "#memory";
import { call, say, scriptedModel } from "#models";
import { tool, toolSet } from "#tools";
import { type Agent, agent, auditSession, readFileJournal } from "../../src/index.ts";
import { tusk } from "../cli/program.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const home = mkdtempSync(join(temporaryFolder(), "sealed-"));
const path = join(home, ".premath/sessions/s1.jsonl");
const echo = tool({
  name: "echo",
  description: "Says it again.",
  args: z.strictObject({ text: z.string() }),
  output: z.string(),
  run: ({ text }) => text,
});

function made(mode: "dashboard" | "disabled"): Agent<string> {
  return agent({
    model: scriptedModel([call("echo", { text: "SECRET CALL" }), say("SECRET REPLY")]),
    tools: toolSet(echo).build(),
    system: "SECRET SYSTEM",
    budget: 5,
    spec: { governance: { observability: { mode, processors: [] } } },
    journal: (sessionId) =>
      openFileJournal({ path: join(home, ".premath/sessions", `${sessionId}.jsonl`), sessionId, sync: "never" }),
  });
}

beforeAll(async () => {
  mkdirSync(join(home, ".premath/sessions"), { recursive: true });
  const { phase } = await made("disabled").start("SECRET INPUT", { sessionId: "s1" }).result;
  expect(phase).toBe("Completed");
});

test("where no content may be kept the journal holds digests only (DESIGN 21)", async () => {
  expect(readFileSync(path, "utf8")).not.toContain("SECRET");
  const { rows } = await readFileJournal(path);
  const sealed = rows.flatMap(({ event }) => (event.kind === "row.sealed" ? [event["of"]] : []));
  const expected =
    "policies.bound input.given step.started model.replied tools.requested tool.settled join.closed step.started model.replied join.closed";
  expect(sealed).toEqual(expected.split(" "));
  expect(rows.at(-1)?.event).toEqual({ kind: "session.ended", phase: "Completed", steps: 2 });
});

test("such a session is not taken up, nor is another one under such policies", async () => {
  const resumed = await made("dashboard").resume("s1", { input: "more" }).result;
  expect(resumed).toMatchObject({
    phase: "Failed",
    error: { category: "PolicyConfigInvalid", message: expect.stringContaining("keeps digests only") as string },
  });
  await made("dashboard").start("go", { sessionId: "s2" }).result;
  expect(await made("disabled").resume("s2", { input: "more" }).result).toMatchObject({
    phase: "Failed",
    error: { category: "PolicyConfigInvalid", message: expect.stringContaining("its rows have content") as string },
  });
});

test("content in such a journal is found, and a sealed row that no run seals", async () => {
  const { rows } = await readFileJournal(path);
  const found = (events: readonly (typeof rows)[number]["event"][]): string | undefined =>
    auditSession(events.map((event, seq) => ({ seq, event }))).first?.what;
  const events = rows.map(({ event }) => event);
  expect(found(events)).toBeUndefined();
  expect(found([...events, { kind: "input.given", text: "x" }])).toMatch(/it has content/);
  const digest = `sha256:${"0".repeat(64)}`;
  expect(found([...events, { kind: "row.sealed", of: "session.ended", digest }])).toMatch(/is never sealed/);
  expect(found([...events, { kind: "row.sealed", of: "step.started", step: 7, digest }])).toMatch(/step 3 was due/);
});

test("the commands say why there is nothing to see", async () => {
  const shown = await tusk(["session", "show", "s1"], { cwd: home });
  expect([shown.code, shown.stdout]).toEqual([0, expect.stringContaining("zero retention")]);
  const exported = await tusk(["session", "export", "s1", "--format", "markdown"], { cwd: home });
  expect([exported.code, exported.stderr]).toEqual([1, expect.stringContaining("nothing to export")]);
  const resumed = await tusk(["session", "resume", "s1"], { cwd: home });
  expect([resumed.code, resumed.stderr]).toEqual([1, expect.stringContaining("cannot be taken up")]);
  const verified = await tusk(["verify"], { cwd: home });
  expect([verified.code, verified.stdout]).toEqual([0, expect.stringContaining("cannot be judged")]);
});
