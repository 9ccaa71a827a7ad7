import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { join } from "node:path";
import { expect, test } from "vitest";
import { tusk } from "../cli/program.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { HOPS, type ManyRunsOrder, type ManyRunsReport, markersIn } from "./many-runs.ts";
import { startWireServer } from "./start-wire-server.ts";
import { WIRE_KINDS } from "./wire-models.ts";
import { firstWords, turnsSaid, refusals, type WireRequest } from "./wire-request.ts";
import { thinking, type WireTurn } from "./wire-turn.ts";

const CHILD = fileURLToPath(new URL("many-runs-child.ts", import.meta.url));
const RUNS = 200;
/** Before them one of each kind is run alone. */
const SESSIONS = RUNS + WIRE_KINDS.length;
const MEGABYTE = 1024 * 1024;
const folder = temporaryFolder();

/** Each run is told its own marker, and only that. */
function turnOf(request: WireRequest): WireTurn {
  const [marker = "nobody"] = markersIn(firstWords(request));
  const hop = turnsSaid(request);
  if (hop === HOPS) return { blocks: [{ kind: "text", text: `${marker} is done.` }] };
  return thinking(`${marker} thinks of ${hop}.`, `seal-${marker}-${hop}`, {
    blocks: [
      { kind: "text", text: `${marker} does ${hop}.` },
      { kind: "call", tool: "note", args: { marker, hop } },
    ],
  });
}

test(
  "200 runs at once in one process: nothing of one in another, bounded memory, journals that hold, no socket left (R04, R10)",
  { timeout: 180_000 },
  async () => {
    const server = await startWireServer({ script: turnOf });
    const order: ManyRunsOrder = { port: server.port, state: join(folder, "state"), runs: RUNS };
    const child = spawn(process.execPath, ["--expose-gc", CHILD, JSON.stringify(order)], {
      stdio: ["pipe", "pipe", "inherit"],
    });
    try {
      const { value } = await createInterface({ input: child.stdout })[Symbol.asyncIterator]().next();
      const { wrong, crossed, rss, heap } = JSON.parse(String(value)) as ManyRunsReport;
      expect({ wrong, crossed }).toEqual({ wrong: [], crossed: [] });
      expect(refusals(server.requests)).toEqual([]);
      expect(server.requests.filter(({ body }) => markersIn(JSON.stringify(body)).length !== 1)).toEqual([]);
      expect(server.requests).toHaveLength(SESSIONS * (HOPS + 1));
      // Seen on two cores: 230 MB more at most, and 8 MB that stay.
      expect(rss.peak - rss.before).toBeLessThan(400 * MEGABYTE);
      expect(heap.after - heap.before).toBeLessThan(40 * MEGABYTE);
      const [verified] = await Promise.all([
        tusk(["verify", "--json", "--state", order.state], { timeout: 120_000 }),
        // The client closes them, not the server; it keeps idle ones for some seconds.
        expect.poll(() => server.sockets(), { timeout: 30_000 }).toBe(0),
      ]);
      const { result, walked } = JSON.parse(verified.stdout);
      expect({ code: verified.code, result, sessions: walked.sessions, turns: walked.turns }).toEqual({
        code: 0,
        result: "accepted",
        sessions: SESSIONS,
        turns: SESSIONS * (HOPS + 1),
      });
    } finally {
      child.stdin.end();
      if (child.exitCode === null) await once(child, "exit");
      await server.close();
    }
    expect(child.exitCode).toBe(0);
  },
);
