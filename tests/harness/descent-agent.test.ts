// Our agent in bounded sessions (R22, R23): real tools behind real walls, in a real worktree; only the model is scripted.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { openRepository } from "#platform";
import type { Work } from "#ports";
import { agentWork } from "../../src/cli/compose-harness/agent-work.ts";
import { descendingWork } from "../../src/cli/compose-harness/descending-work.ts";
import { readFileJournal } from "#memory";
import { auditOf, rowsOf } from "../runtime/staged.ts";
import { noWallsAtAll } from "../support/no-walls.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { startWireServer, type WireServer, type WireServerOptions } from "../wire/start-wire-server.ts";
import { ask, say } from "../wire/wire-turn.ts";
import { agentPlace, type AgentPlace, agentWish } from "./agent-place.ts";

const missing = noWallsAtAll();
const folder = temporaryFolder();
const servers: WireServer[] = [];
afterAll(async () => void (await Promise.all(servers.map((server) => server.close()))));
beforeEach(({ skip }) => {
  skip(missing !== undefined, missing);
  vi.stubEnv("OPENAI_COMPATIBLE_API_KEY", "work-key-1f");
  return () => void vi.unstubAllEnvs();
});

const MEND = { path: "sum.mjs", old_string: "a - b", new_string: "a + b" };

type Turn = ReturnType<typeof say>;

/** Each request has the next turn, whichever session it is of. */
function inTurn(turns: readonly Turn[]): WireServerOptions["script"] {
  let at = 0;
  return () => turns[at++] ?? say("nothing more");
}

async function scene(
  script: WireServerOptions["script"],
  steps: number,
): Promise<AgentPlace & { readonly server: WireServer; readonly work: Work }> {
  const here = agentPlace(folder);
  const server = await startWireServer({ script });
  servers.push(server);
  const repository = await openRepository(here.root, { stateFolder: here.stateFolder });
  const wish = agentWish(here.stateFolder, server.port, { budget: { steps } });
  const agent = agentWork({ wish, checks: [], show: { kind: "none" } });
  return {
    ...here,
    server,
    work: descendingWork(agent, { stateFolder: here.stateFolder, repository, maxSessions: 2 }),
  };
}

test("work that takes more steps than a session has goes on in a new one, told what was handed over", async () => {
  const script = [
    ask(["read", { path: "sum.mjs" }]),
    ask(["edit", MEND]),
    ask(["bash", { command: "node check.mjs", workdir: "." }]),
    say("sum adds now."),
  ];
  const here = await scene(inTurn(script), 2);
  const names: (readonly [string, string | undefined])[] = [];
  const worked = await here.work.work({
    ...here.order,
    onSession: async (id, packet) => void names.push([id, packet]),
  });
  expect(worked).toMatchObject({ outcome: "done", summary: "sum adds now.", steps: 4 });
  const [first = expect.fail(), second = expect.fail()] = names.map(([id]) => id);
  const packet = names[1]?.[1] ?? expect.fail();
  expect([names.length, names[0]?.[1], worked.sessionId]).toEqual([2, undefined, second]);
  const told = JSON.stringify(here.server.requests[2]?.body["messages"]);
  expect(told).toContain(`handed over by session 1 of this work (agent, ${first}), issue bd-7`);
  expect(told).toContain("changed so far: sum.mjs");
  const { rows } = await readFileJournal(join(here.stateFolder, "sessions", `${second}.jsonl`));
  expect([rowsOf(rows, "handoff.received")[0]?.digest, auditOf(rows)]).toEqual([packet, undefined]);
  const kept = JSON.parse(
    readFileSync(join(here.stateFolder, "handoffs", `${packet.slice(7)}.json`), "utf8"),
  ) as object;
  expect(kept).toMatchObject({
    kind: "tusk.handoff.v1",
    sessionNo: 1,
    from: { sessionId: first },
    returnPath: "issue://bd-7",
  });
});

test("the model hands over by its own word: its note is what the next session is told, and the gate has judged it", async () => {
  const note = { done: ["sum.mjs was read"], left: ["make it add"], constraints: [] };
  const here = await scene(
    inTurn([ask(["hand_off", note]), say("Somebody else goes on."), ask(["edit", MEND]), say("It adds.")]),
    9,
  );
  const worked = await here.work.work(here.order);
  expect(worked).toMatchObject({ outcome: "done", summary: "It adds." });
  expect(JSON.stringify(here.server.requests[2]?.body["messages"])).toContain("Left to do:\\n- make it add");
});

test("a file that was changed behind a packet's back refuses it, and nothing is sent (R22)", async () => {
  const here = await scene(() => ask(["edit", MEND], ["read", { path: "sum.mjs" }]), 1);
  const { outcome, packet = "" } = await here.work.work(here.order);
  expect([outcome, packet]).toEqual(["exhausted", expect.stringMatching(/^sha256:/)]);
  const sent = here.server.requests.length;
  writeFileSync(join(here.order.worktree.path, "sum.mjs"), "somebody else's\n");
  expect(await here.work.work({ ...here.order, packet })).toMatchObject({
    outcome: "failed",
    failureClasses: ["handoff.required_artifact_missing"],
  });
  expect(here.server.requests.length).toBe(sent);
});
