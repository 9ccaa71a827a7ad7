import { oneLine } from "#kernel";
import { PortError, type ReadCassette, type ReplayReport } from "#ports";
import type { Arguments, Failed, HostPorts, Outcome } from "../action.ts";
import { failed, unusable } from "../failed.ts";
import { operand, wholeNumber } from "../given.ts";
import { below, folderOf } from "../path-text.ts";
import { damageText } from "../read-session.ts";
import { resolveSession, sessionFailure } from "../with-sessions.ts";

/** What a replay came to, and the session that was made of it. */
export interface ReplayData extends ReplayReport {
  readonly action: "replay";
  readonly path: string;
  readonly fork?: { readonly sessionId: string; readonly path: string };
}

/** Runs a recorded session once more and holds it against its cassette: 0 the same, 1 differs or refused, 2 no cassette (R24). */
export async function run(args: Arguments, ports: HostPorts): Promise<Outcome<ReplayData>> {
  try {
    return await replay(args, ports);
  } catch (error) {
    return sessionFailure(error);
  }
}

async function replay(args: Arguments, ports: HostPorts): Promise<Outcome<ReplayData>> {
  if (args.values.has("as") && !args.switches.has("fork"))
    return unusable("--as names the session that --fork writes; give --fork too");
  const stateFolder = args.values.get("state") ?? (folderOf(ports.issuesPath(undefined)) || ".");
  const found = await cassetteOf(operand(args, 0), stateFolder, ports);
  if (!found.ok) return found;
  const path = found.data;
  const read = await readCassette(path, ports);
  if (!read.ok) return read;
  const cassette = read.data;
  if (cassette.rows.length === 0 && cassette.damage !== undefined)
    return unusable(`${oneLine(path)} is no cassette: ${damageText(cassette.damage)}`);
  const until = wholeNumber(args, "until");
  const report = await ports.replay(cassette, until === undefined ? {} : { until });
  if (report.refusal?.code === "no_run") return unusable(`${path} is no cassette: ${report.refusal.message}`);
  const data: ReplayData = { action: "replay", path, ...report };
  if (report.result !== "same") return { ok: true, data, exit: 1 };
  if (!args.switches.has("fork")) return { ok: true, data };
  return fork(data, { cassette, stateFolder, until, sessionId: args.values.get("as") }, ports);
}

/** The cassette that is meant: a path, else the one of a session. */
async function cassetteOf(given: string, stateFolder: string, ports: HostPorts): Promise<Outcome<string>> {
  const isPath = given.includes("/") || given.endsWith(".jsonl");
  const path = isPath ? given : pathOf(stateFolder, "cassettes", given);
  if (ports.kindOf(path) === "file") return { ok: true, data: path };
  if (isPath) return unusable(`there is no cassette ${oneLine(path)}`);
  if (ports.kindOf(given) === "file") return { ok: true, data: given };
  if (ports.kindOf(stateFolder) !== "folder") return unusable(`there is no state folder ${stateFolder}`);
  const meant = resolveSession(given, (await ports.readSessions(stateFolder)).list());
  if (!meant.ok)
    return { ok: false, message: meant.message, ...(meant.hint === undefined ? {} : { hint: meant.hint }) };
  const named = pathOf(stateFolder, "cassettes", meant.data.sessionId);
  if (ports.kindOf(named) === "file") return { ok: true, data: named };
  return unusable(`session ${oneLine(meant.data.sessionId)} was not recorded: there is no ${named}`);
}

async function readCassette(path: string, ports: HostPorts): Promise<Outcome<ReadCassette>> {
  try {
    return { ok: true, data: await ports.readCassette(path) };
  } catch (error) {
    if (error instanceof PortError && error.port === "journal") return unusable(error.message);
    throw error;
  }
}

interface Fork {
  readonly cassette: ReadCassette;
  readonly stateFolder: string;
  readonly until: number | undefined;
  readonly sessionId: string | undefined;
}

/** Writes what was replayed as a session of its own, ready to be taken up. */
async function fork(
  data: ReplayData,
  { cassette, stateFolder, until, sessionId }: Fork,
  ports: HostPorts,
): Promise<Outcome<ReplayData>> {
  const { standing } = data;
  const name = sessionId ?? `${standing.sessionId}-fork-${standing.steps}`;
  const path = pathOf(stateFolder, "sessions", name);
  const refused = forkProblem(data, { name, path }, ports);
  if (refused !== undefined) return refused;
  const target = await ports.openFork(stateFolder, name);
  const made = await ports.replay(cassette, { fork: target, ...(until === undefined ? {} : { until }) });
  // One that differs is no session: nothing of it is left behind.
  if (made.result !== "same") return { ok: true, data: { action: "replay", path: data.path, ...made }, exit: 1 };
  await target.keep();
  return { ok: true, data: { ...data, fork: { sessionId: name, path } } };
}

const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/;

function forkProblem(
  { isFromStart }: ReplayData,
  { name, path }: { readonly name: string; readonly path: string },
  ports: HostPorts,
): Failed | undefined {
  if (!isFromStart)
    return failed(
      "the beginning of this session was not recorded: it cannot be made anew under another name",
      "record a session from its start to fork it",
    );
  if (!NAME.test(name)) return unusable(`${oneLine(name)} is no name for a session: letters, digits, '.', '_', '-'`);
  if (ports.kindOf(path) === "missing") return undefined;
  return failed(`there is a session ${name} already`, "--as gives the new one another name");
}

function pathOf(stateFolder: string, kind: string, sessionId: string): string {
  return below(below(stateFolder, kind), `${sessionId}.jsonl`);
}
