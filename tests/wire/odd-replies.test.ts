import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import * as z from "zod";
import { agent, harnessPolicy, openFileJournal, type RunResult, tool, toolSet } from "../../src/index.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { openWireModel } from "./open-wire-model.ts";
import { startWireServer, type WireServer } from "./start-wire-server.ts";
import { WIRE_KINDS, type WireKind } from "./wire-models.ts";
import { lastResults, refusals } from "./wire-request.ts";
import { ask, say, thinking, type WireBlock, type WireFaults, type WireTurn } from "./wire-turn.ts";

const folder = temporaryFolder();
const servers: WireServer[] = [];
afterAll(async () => void (await Promise.all(servers.map((server) => server.close()))));

const look = tool({
  name: "look",
  description: "Looks at something.",
  args: z.strictObject({ at: z.string() }),
  output: z.string(),
  run: ({ at }) => `seen: ${at}`,
});

/** Says something to a session with a model of this kind: the first time it begins. */
async function tell(kind: WireKind, session: string, { port }: WireServer, input?: string): Promise<RunResult<string>> {
  const made = agent({
    model: await openWireModel(kind, port),
    budget: 40,
    tools: toolSet(look).build(),
    policy: harnessPolicy,
    journal: (sessionId) => openFileJournal({ path: join(folder, `${sessionId}.jsonl`), sessionId, sync: "never" }),
  });
  return await (
    input === undefined ? made.start("look around", { sessionId: session }) : made.resume(session, { input })
  ).result;
}

async function scripted(script: readonly WireTurn[], faults: WireFaults = {}): Promise<WireServer> {
  const server = await startWireServer({ script, faults });
  servers.push(server);
  return server;
}

/** How many results each request gave. */
function resultCounts({ requests }: WireServer): readonly number[] {
  return requests.flatMap(({ read }) => (read === undefined ? [] : [lastResults(read).length]));
}

const sameId = (at: string): WireBlock => ({ kind: "call", tool: "look", args: { at }, id: "same" });

/** What real models do now and then, each of which some provider refuses when it comes back as it was. */
const ODD: readonly WireTurn[] = [
  // Blank text before a call, and an id that is used again and again.
  { blocks: [{ kind: "text", text: "\n\n" }, sameId("a")] },
  { blocks: [{ kind: "text", text: "Again." }, sameId("a")] },
  // Twice in one reply, with text between and behind.
  thinking("Both at once.", "seal-odd", {
    blocks: [sameId("b"), { kind: "text", text: "and" }, sameId("c"), { kind: "text", text: " so on \n" }],
  }),
  say("Done. \n\n"),
  // Nothing but a thought: what came of it is not said.
  thinking("Nothing to say.", "seal-mute", { blocks: [] }),
  // Nothing at all.
  { blocks: [] },
  say("More."),
];

test.each(WIRE_KINDS)(
  "%s: blank texts, ids that are used again, texts between calls, thoughts alone and silence become a history that the provider takes (R11)",
  async (kind) => {
    const server = await scripted(ODD);
    const session = `odd-${kind}`;
    await tell(kind, session, server);
    for (let asked = 1; asked < 3; asked += 1) await tell(kind, session, server, "and then?");
    const last = await tell(kind, session, server, "and then?");
    expect(refusals(server.requests)).toEqual([]);
    expect({ phase: last.phase, output: last.phase === "Completed" ? last.output : undefined }).toEqual({
      phase: "Completed",
      output: "More.",
    });
    expect(resultCounts(server)).toEqual([0, 1, 1, 2, 0, 0, 0]);
  },
);

test.each(WIRE_KINDS)(
  "%s: a tool that there is not and arguments that are none are answered, and the model goes on (R10, R11)",
  async (kind) => {
    // Google gives arguments as an object: nothing malformed can be said there.
    const malformed = kind === "google" ? { at: 5 } : '{"at": "a';
    const bad = [ask(["fly", { to: "moon" }]), ask(["look", malformed])];
    const server = await scripted([...bad, ask(["look", { at: "a" }]), ask(["look", { art: "x" }]), say("I see.")]);
    const result = await tell(kind, `bad-${kind}`, server);
    expect(refusals(server.requests)).toEqual([]);
    expect(result).toMatchObject({ phase: "Completed", output: "I see." });
    expect(resultCounts(server)).toEqual([0, 1, 1, 1, 1]);
  },
);

test.each(WIRE_KINDS)("%s: something said twice, with no reply between, is one message (R11, R13)", async (kind) => {
  const server = await scripted([say("Here.")], { 0: { kind: "status", status: 400 } });
  expect(await tell(kind, `twice-${kind}`, server)).toMatchObject({ phase: "Failed" });
  expect(await tell(kind, `twice-${kind}`, server, "and now?")).toMatchObject({ phase: "Completed", output: "Here." });
  expect(refusals(server.requests)).toEqual([]);
});

test("a session goes from provider to provider: every one takes the history of all the others (R04, R11)", async () => {
  const turns = WIRE_KINDS.map((kind) => thinking(`I am ${kind}.`, `seal-${kind}`, ask(["look", { at: kind }])));
  const server = await scripted(turns.flatMap((turn) => [turn, say("Next.")]));
  for (const [at, kind] of [...WIRE_KINDS, ...WIRE_KINDS].entries()) {
    await tell(kind, "round", server, at === 0 ? undefined : "go on");
    expect(refusals(server.requests), kind).toEqual([]);
  }
  expect(resultCounts(server).slice(0, 10)).toEqual([0, 1, 0, 1, 0, 1, 0, 1, 0, 1]);
});
