import { dirname, join, resolve } from "node:path";
import type { AgentLoading, Clock, Journal, ResumableAgent, ResumedRun, SessionSeat, WitnessStore } from "#ports";

/** The session that an agent is wanted for. */
export interface WantedFor {
  readonly sessionId: string;
  /** The journal that its rows are in. */
  readonly path: string;
}

/** What it takes to run a module. */
export interface ModuleLoader {
  importModule<T>(
    path: string,
    take: (exports: object) => T,
  ): Promise<{ readonly ok: true; readonly taken: T } | { readonly ok: false; readonly reason: string }>;
  importPackage(name: string, path: string): Promise<object | undefined>;
  readonly clock: Clock;
}

/** What is asked of the library that a module sees. */
interface Library {
  agent(options: object): unknown;
  openFileJournal(options: object): Promise<Journal>;
  openWitnesses(folder: string, options: object): Promise<WitnessStore>;
}

const PACKAGE = "tusk-harness";
const NEEDED = ["agent", "openFileJournal", "openWitnesses"] as const satisfies readonly (keyof Library)[];

/**
 * The agent that a module exports as `default`: a function that makes one for a session, or the options of one. Journal and agent are
 * those of the library that the module itself sees: two copies of it would not know each other's numbers and errors.
 */
export async function loadAgent(module: string, wanted: WantedFor, loader: ModuleLoader): Promise<AgentLoading> {
  const path = resolve(module);
  const loaded = await loader.importModule(path, (exports): unknown =>
    "default" in exports ? exports.default : undefined,
  );
  if (!loaded.ok) return loaded;
  const library = await loader.importPackage(PACKAGE, path);
  if (!isLibrary(library))
    return refused(path, `${PACKAGE} cannot be found from there, or is too old; install it beside the module`);
  try {
    const agent = await agentOf(loaded.taken, library, await seatIn(library, wanted, loader));
    if (agent !== undefined) return { ok: true, agent: staying(agent) };
  } catch (error) {
    return refused(path, `the agent cannot be made: ${error instanceof Error ? error.message : String(error)}`);
  }
  return refused(
    path,
    "its default export makes no agent; export a function ({ journal }) => agent({ ... }), or options",
  );
}

async function agentOf(exported: unknown, library: Library, seat: SessionSeat): Promise<ResumableAgent | undefined> {
  if (typeof exported === "function") {
    const made: unknown = await exported(seat);
    return isAgent(made) ? made : undefined;
  }
  if (typeof exported !== "object" || exported === null) return undefined;
  const { journal, witnesses } = seat;
  const made = library.agent({ journal, witnesses, ...exported });
  return isAgent(made) ? made : undefined;
}

/** The same agent, for whose runs the process stays: one that waits for nothing that Node knows of would end in silence. */
function staying(agent: ResumableAgent): ResumableAgent {
  return {
    resume(sessionId, wish): ResumedRun {
      const run = agent.resume(sessionId, wish);
      const stay = setInterval(() => undefined, STAY_MS);
      const leave = (): void => clearInterval(stay);
      run.result.then(leave, leave);
      return run;
    },
  };
}

const STAY_MS = 60_000;

/** Where the session is: its journal is opened when the agent asks for it, and every row of it is safe before anything follows from it. */
async function seatIn(library: Library, wanted: WantedFor, { clock }: ModuleLoader): Promise<SessionSeat> {
  const { sessionId } = wanted;
  // Whatever becomes of the working folder later.
  const path = resolve(wanted.path);
  const folder = dirname(path);
  const witnesses = await library.openWitnesses(join(dirname(folder), "witnesses"), { sync: "always" });
  return {
    sessionId,
    witnesses,
    journal: (id) =>
      library.openFileJournal({
        path: id === sessionId ? path : join(folder, `${id}.jsonl`),
        sessionId: id,
        clock,
        sync: "always",
      }),
  };
}

function isLibrary(value: object | undefined): value is Library {
  const members: Readonly<Record<string, unknown>> = { ...value };
  return NEEDED.every((name) => typeof members[name] === "function");
}

function isAgent(value: unknown): value is ResumableAgent {
  return typeof value === "object" && value !== null && "resume" in value && typeof value.resume === "function";
}

function refused(path: string, what: string): AgentLoading {
  return { ok: false, reason: `${path}: ${what}` };
}
