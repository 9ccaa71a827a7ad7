import { afterAll, expect, test } from "vitest";
import { noWallsAtAll } from "../support/no-walls.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { ANSWER, brokenRepository, eventsOf, MENDED, MENDING, onlySession } from "./broken-repository.ts";
import { runTusk, tuskIn, WIRE_KEY } from "./run-tusk.ts";
import { replayResult, verifyResult } from "./state-results.ts";
import { whereIs } from "./where-is.ts";
import { startWireServer, type WireServer } from "./start-wire-server.ts";
import { WIRE_KINDS, WIRE_MODELS } from "./wire-models.ts";
import { lastResults, refusals } from "./wire-request.ts";

const missing = noWallsAtAll();
const folder = temporaryFolder();
const servers: WireServer[] = [];
afterAll(async () => void (await Promise.all(servers.map((server) => server.close()))));

test.skipIf(missing !== undefined).each(WIRE_KINDS)(
  `%s: a whole run over HTTP reads, tests in the sandbox, edits, tests and answers, and replays without a request (R04, R10, R24)${missing === undefined ? "" : `: ${missing}`}`,
  { timeout: 180_000 },
  async (kind) => {
    const server = await startWireServer({ script: MENDING });
    servers.push(server);
    const repository = brokenRepository(folder);
    const cwd = repository.folder;
    const ended = await runTusk({ cwd, kind, port: server.port, args: ["--record", "mend the sum"] });
    expect(refusals(server.requests)).toEqual([]);
    expect({ code: ended.code, told: ended.stdout.includes(ANSWER) }, ended.stderr).toEqual({ code: 0, told: true });
    expect(repository.read("src/sum.mjs")).toBe(MENDED);
    expect(repository.testRuns()).toBe(2);
    const answered = server.requests.flatMap(({ read }) => (read === undefined ? [] : [lastResults(read)]));
    expect(answered.map((results) => results.length)).toEqual([0, 2, 1, 1, 1]);
    expect(answered[2]?.[0]?.text).toContain("fail 1");
    expect(answered[4]?.[0]?.text).toContain("pass 1");

    // What the provider sealed comes back as it was, wherever its format has a place for it.
    const sealed = server.requests.map(({ body }) => JSON.stringify(body).includes("seal-look"));
    expect(sealed).toEqual(
      WIRE_MODELS[kind].format === "openai-chat" ? Array(5).fill(false) : [false, true, true, true, true],
    );

    const session = onlySession(repository.state);
    const count = server.requests.length;
    expect(await verifyResult(repository.state)).toBe("accepted");
    expect(await replayResult(repository.state, session)).toBe("same");
    if (kind === "anthropic") await expectCommands(cwd, session);
    expect(server.requests).toHaveLength(count);

    const settled = eventsOf(repository.state, session).filter(({ kind: row }) => row === "tool.settled");
    expect(settled).toHaveLength(5);
    expect(whereIs(WIRE_KEY, cwd)).toEqual([]);
    expect(`${ended.stdout}${ended.stderr}`).not.toContain(WIRE_KEY);
  },
);

/** The commands say the same as the library does. */
async function expectCommands(cwd: string, session: string): Promise<void> {
  const verified = await tuskIn(cwd, "verify", "--json");
  expect({ code: verified.code, result: JSON.parse(verified.stdout).result }).toEqual({ code: 0, result: "accepted" });
  const replayed = await tuskIn(cwd, "replay", session, "--json");
  expect({ code: replayed.code, result: JSON.parse(replayed.stdout).result }).toEqual({ code: 0, result: "same" });
  const shown = await tuskIn(cwd, "session", "show", session);
  expect(shown.stdout).toContain(ANSWER);
}
