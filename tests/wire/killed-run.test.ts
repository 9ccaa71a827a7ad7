import { once } from "node:events";
import { rmSync, writeFileSync } from "node:fs";
import { afterAll, expect, test } from "vitest";
import type { Json, JsonObject } from "#kernel";
import { noWallsAtAll } from "../support/no-walls.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import {
  brokenRepository,
  type BrokenRepository,
  eventsOf,
  MENDED,
  MENDING,
  onlySession,
} from "./broken-repository.ts";
import { leftProcesses } from "./left-processes.ts";
import { runTusk, startTusk } from "./run-tusk.ts";
import { replayResult, verifyResult } from "./state-results.ts";
import { startWireServer, type WireServer } from "./start-wire-server.ts";
import type { WireKind } from "./wire-models.ts";
import { lastResults, turnsSaid, refusals } from "./wire-request.ts";
import type { WireFault } from "./wire-turn.ts";

const missing = noWallsAtAll();
const named = missing === undefined ? "" : `: ${missing}`;
const folder = temporaryFolder();
const servers: WireServer[] = [];
afterAll(async () => void (await Promise.all(servers.map((server) => server.close()))));

/** Where a run is killed: in the reply to a turn, behind so many of its events; or while the first command runs. */
type Place = { readonly turn: number; readonly events: number } | "command";

/** In the middle of a stream, of a call's arguments, of a command; and before a reply has begun. */
const IN_TEXT: Place = { turn: 0, events: 4 };
const IN_CALL: Place = { turn: 2, events: 7 };
const BETWEEN: Place = { turn: 3, events: 0 };
const CASES: readonly (readonly [kind: WireKind, where: string, finishedWith: WireKind, places: readonly Place[]])[] = [
  [
    "anthropic",
    "while the model streams, while a command runs and between",
    "anthropic",
    [IN_TEXT, "command", BETWEEN],
  ],
  ["openai", "in the middle of a call's arguments", "openai", [IN_CALL]],
  ["openai-chat", "while a command runs", "google", ["command"]],
  ["openai-compatible", "between a result and the next reply", "openai-compatible", [BETWEEN]],
  ["google", "while the model streams", "google", [IN_TEXT]],
];

interface Killing {
  readonly kind: WireKind;
  readonly repository: BrokenRepository;
  readonly server: WireServer;
}

/** A provider whose reply stalls at each of the places, once. */
async function stallingServer(places: readonly Place[]): Promise<WireServer> {
  const stalls = new Map(places.flatMap((place) => (place === "command" ? [] : [[place.turn, place.events] as const])));
  const server = await startWireServer({
    script: MENDING,
    faults: (request): WireFault | undefined => {
      const turn = turnsSaid(request);
      const events = stalls.get(turn);
      stalls.delete(turn);
      return events === undefined ? undefined : { kind: "stall", events };
    },
  });
  servers.push(server);
  return server;
}

/** Starts the run or takes it up, waits until it has come to the place, and kills it there. */
async function killAt(
  { kind, repository, server }: Killing,
  args: readonly string[],
  stalls: number | "command",
): Promise<void> {
  const hold = repository.pathOf("hold");
  if (stalls === "command") writeFileSync(hold, "");
  const child = startTusk({ cwd: repository.folder, kind, port: server.port, args });
  const gone = once(child, "exit");
  const come =
    stalls === "command" ? expect.poll(repository.testRuns, { timeout: 90_000 }).toBe(1) : server.stalled(stalls);
  await Promise.race([come, gone.then(([code]) => Promise.reject(new Error(`it ended by itself with ${code}`)))]);
  if (stalls === "command") expect(leftProcesses(repository.folder).length).toBeGreaterThan(1);
  child.kill("SIGKILL");
  expect(await gone).toEqual([null, "SIGKILL"]);
  // What it started does not outlive it.
  await expect.poll(() => leftProcesses(repository.folder), { timeout: 60_000 }).toEqual([]);
  rmSync(hold, { force: true });
}

test.skipIf(missing !== undefined).each(CASES)(
  `%s: killed %s, a run is taken up with %s and finishes; nothing runs twice, and all of it replays (R11, R24)${named}`,
  { timeout: 180_000 },
  async (kind, _where, finishedWith, places) => {
    const server = await stallingServer(places);
    const repository = brokenRepository(folder);
    let stalls = 0;
    for (const [at, place] of places.entries())
      await killAt(
        { kind, repository, server },
        ["--record", at === 0 ? "mend the sum" : "--resume"],
        place === "command" ? place : ++stalls,
      );
    const ended = await runTusk({
      cwd: repository.folder,
      kind: finishedWith,
      port: server.port,
      args: ["--record", "--resume"],
    });

    expect(refusals(server.requests)).toEqual([]);
    expect(ended.code, ended.stderr).toBe(0);
    expect(repository.read("src/sum.mjs")).toBe(MENDED);
    expect(repository.testRuns()).toBe(2);
    // A turn that was cut is asked for again; of what was answered, only the command that was killed has no result.
    const results = server.requests.flatMap(({ read }) => (read === undefined ? [] : lastResults(read)));
    const cut = results.filter(({ text }) => text.includes("the run ended before this call did"));
    expect({ requests: server.requests.length, cut: cut.length }).toEqual({
      requests: 5 + stalls,
      cut: places.includes("command") ? 1 : 0,
    });
    const session = onlySession(repository.state);
    const rows = eventsOf(repository.state, session);
    const settled = rows.flatMap((row) => (row["kind"] === "tool.settled" ? [resultId(row)] : []));
    // Two files read, a command, an edit, a command: each once, also the one that was killed.
    expect({ settled: settled.length, ids: new Set(settled).size }).toEqual({ settled: 5, ids: 5 });
    expect(await verifyResult(repository.state)).toBe("accepted");
    expect(await replayResult(repository.state, session)).toBe("same");
  },
);

/** The call that a settled row is about. */
function resultId({ result }: JsonObject): Json {
  return (result as JsonObject)["toolCallId"] ?? null;
}
