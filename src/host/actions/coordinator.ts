import { expansionPaused, kpiOf, type ResolvedConfig } from "#kernel";
import { coordinate } from "#harness";
import { type CoordinatorEnd, type CoordinatorWatcher, PortError } from "#ports";
import type { Arguments, HostPorts, Outcome } from "../action.ts";
import { coordinatorTerms } from "../coordinator-wish.ts";
import { failed } from "../failed.ts";
import { loadTrustedConfig } from "../load-trusted-config.ts";
import { flagWords, WORKER_FLAGS } from "../worker-flags.ts";
import { workerPlaces } from "../worker-wish.ts";

/** What a coordinator came to, and where. */
export interface CoordinatorData extends CoordinatorEnd {
  readonly action: "coordinator";
}

/** The window that the KPI is asked for (contract 3.2). */
const WINDOW_HOURS = 24;
/** A coordinator has no session of its own: its workers do. */
const SESSION = "harness_session.json";
const INSTALL_HINT = "install the program whole: its files are looked for beside it";

/** Keeps workers at work until nothing is ready (M12, M13): 0 everything that was taken is closed, 1 something is left, 2 unusable. */
export async function run(args: Arguments, ports: HostPorts): Promise<Outcome<CoordinatorData>> {
  const end = await coordinateWatched(args, ports, ({ values }) =>
    ports.watchCoordinator({ json: args.switches.has("json"), color: values.color }),
  );
  return end.ok ? outcome(end.data) : end;
}

/** Coordinates by flags, environment and configuration, while somebody watches; who that is the configuration may say. */
export async function coordinateWatched(
  args: Arguments,
  ports: HostPorts,
  watch: (config: ResolvedConfig) => Promise<CoordinatorWatcher>,
): Promise<Outcome<CoordinatorEnd>> {
  const loaded = await loadTrustedConfig(args, ports);
  if (!loaded.ok) return loaded;
  const { config } = loaded.data;
  const terms = coordinatorTerms(args, config, ports);
  if (!terms.ok) return terms;
  const places = await workerPlaces(args, config, { ports, manner: { session: SESSION } });
  if (!places.ok) return places;
  const { stateFolder, trajectory } = places.data;
  const steps = args.values.get("max-steps-per-worker");
  const flags = [...flagWords(args, WORKER_FLAGS), ...(steps === undefined ? [] : [`--max-steps=${steps}`])];
  try {
    const workers = await ports.openWorkers({ flags, stateFolder });
    const issues = await ports.readIssues(places.data.issues);
    const watcher = await watch(config);
    try {
      const { now, utf8, alarm } = ports;
      const expansion = () => pausedBy(trajectory, ports);
      return {
        ok: true,
        data: await coordinate(terms.data, { now, utf8, alarm, issues, workers, expansion, watcher }),
      };
    } finally {
      await watcher.close();
    }
  } catch (error) {
    if (!(error instanceof PortError) || error.port !== "workers") throw error;
    return failed(error.message, INSTALL_HINT);
  }
}

/** Why the KPI allows no additional worker; a trajectory that cannot be read holds nobody back. */
async function pausedBy(path: string, ports: HostPorts): Promise<string | undefined> {
  try {
    const { rows } = (await ports.readTrajectories()).recent(path, WINDOW_HOURS);
    if (!expansionPaused(rows)) return undefined;
    const { decision } = kpiOf(rows);
    return `the KPI says ${decision.state}: ${decision.reason}`;
  } catch (error) {
    if (error instanceof PortError && error.port === "artifacts") return undefined;
    throw error;
  }
}

function outcome(end: CoordinatorEnd): Outcome<CoordinatorData> {
  // What the first worker cannot use the command cannot: it is told as the worker's own sentence.
  if (end.reason === "worker" && end.closed.length === 0)
    return { ok: false, message: end.message ?? "error: no worker could begin" };
  const data: CoordinatorData = { action: "coordinator", ...end };
  const isDone = (end.reason === "done" || end.reason === "rounds") && end.left.length === 0;
  return isDone ? { ok: true, data } : { ok: true, data, exit: 1 };
}
