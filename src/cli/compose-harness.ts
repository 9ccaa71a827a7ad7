import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type HarnessPorts, eventOf, rowsOf, runWorker, type Workers } from "#harness";
import {
  openArtifacts,
  openIssueStore,
  openTrajectories,
  openWitnesses,
  type WorkerJournals,
  workerJournals,
} from "#memory";
import { cancelSwitch, newRequestId, now, openRepository, sha256 } from "#platform";
import { type CancelSignal, type Journal, PortError, type Work, type WorkerEnd, type WorkerWish } from "#ports";
import { agentWork } from "./compose-harness/agent-work.ts";
import { commandWork } from "./compose-harness/command-work.ts";
import { descendingWork } from "./compose-harness/descending-work.ts";
import { verifier } from "./compose-harness/verifier.ts";
import { jsonView, plainView, type WorkerView } from "./compose-harness/worker-view.ts";
import { stopSwitch } from "./run-view/stop-switch.ts";
import { tryWrite } from "./streams.ts";

/** The longest silence of a worker that lives. */
const MOST_SILENT_MS = 30_000;

/** Makes a worker out of this platform's parts and runs it to its end; what was opened is closed again (M12). */
export async function runWorkerHere(wish: WorkerWish): Promise<WorkerEnd> {
  const { terms } = wish;
  const { places, workerId } = terms;
  const opened: (() => void | Promise<void>)[] = [];
  const stop = stopSwitch(() => undefined);
  const write = voice((why) => stop.ask(why));
  opened.push(() => stop.close());
  try {
    const journals = await workerJournals(places.stateFolder);
    const journal = await journals.open(workerId, { now });
    opened.push(() => journal.close());
    const view = viewOf(wish, write);
    opened.push(signsOfLife(wish, view));
    if (wish.parentPipe) opened.push(followParent(() => stop.ask("whoever started it is gone")));
    const ports = await harnessPorts(wish, { journal, view, journals, write, stop: (why) => stop.ask(why) });
    opened.push(
      () => ports.issues.close(),
      () => ports.work.close(),
    );
    return await runWorker({ terms, ports, signal: stop.signal, tell: view.tell, newSwitch: linkedSwitch });
  } catch (error) {
    if (wish.show === "json" && error instanceof PortError) write(refusedLine(workerId, error));
    throw error;
  } finally {
    for (const close of opened.toReversed()) await close();
  }
}

/** Whoever drives a worker reads there, too, why it could not begin or go on. */
function refusedLine(worker: string, { code, message }: PortError): string {
  return `${JSON.stringify({ schema: 1, kind: "tusk.worker.refused.v1", worker, at: now(), code, message })}\n`;
}

interface WorkerParts {
  readonly journal: Journal;
  readonly view: WorkerView;
  readonly journals: WorkerJournals;
  readonly write: (text: string) => void;
  readonly stop: (why: string) => void;
}

async function harnessPorts(wish: WorkerWish, parts: WorkerParts): Promise<HarnessPorts> {
  const { journal, view, journals } = parts;
  const { terms, checksIn, target } = wish;
  const { places } = terms;
  const { stateFolder } = places;
  const repository = await openRepository(places.repoRoot, {
    stateFolder,
    ...(target === undefined ? {} : { target }),
  });
  const artifacts = await openArtifacts({ now });
  const witnesses = await openWitnesses(join(stateFolder, "witnesses"), { sync: "always" });
  return {
    sha256,
    now,
    sleep: (ms, signal) => pause(ms, signal),
    every: (ms, tick) => {
      const timer = setInterval(tick, ms);
      timer.unref();
      return () => clearInterval(timer);
    },
    beat: view.beat,
    newRequestId,
    issues: await openIssueStore(places.issues, { now, notice: () => undefined }),
    sessions: artifacts.sessions,
    ledgers: artifacts.ledgers,
    trajectories: await openTrajectories({ now, notice: () => undefined }),
    witnesses,
    repository,
    verifier: verifier({
      stateFolder,
      ...checksIn,
      witnesses,
      logs: join(stateFolder, "workers", terms.workerId, "logs"),
    }),
    work: descendingWork(workOf(wish, parts), { stateFolder, repository, ...sessionsOf(wish) }),
    journal,
    workers: workersOf(journals),
    listFolder: (path) => (existsSync(path) ? readdirSync(path).toSorted() : []),
    exists: (path) => existsSync(path),
  };
}

/** A command is one session, whatever it does inside. */
function sessionsOf({ work }: WorkerWish): { readonly maxSessions: number; readonly sessionSteps?: number } {
  return work.kind === "command"
    ? { maxSessions: 1 }
    : { maxSessions: work.maxSessions, sessionSteps: work.run.budget.steps };
}

function workOf({ work, terms, show }: WorkerWish, { write, stop }: WorkerParts): Work {
  const { places, workerId, checks } = terms;
  if (work.kind === "command")
    return commandWork({
      command: work.command,
      limitMs: work.limitMs,
      workerFolder: join(places.stateFolder, "workers", workerId),
      issuesPath: places.issues,
      sessionPath: places.session,
      ...(work.walls === undefined ? {} : { walls: work.walls }),
    });
  return agentWork({
    wish: work.run,
    checks,
    show:
      show === "live" ? { kind: "live", onStop: stop } : show === "plain" ? { kind: "lines", write } : { kind: "none" },
  });
}

function workersOf(journals: WorkerJournals): Workers {
  return {
    list: () => journals.list(),
    rows: (workerId) => rowsOf(journals.rows(workerId)),
    async takeOver(workerId) {
      try {
        const journal = await journals.open(workerId, { now });
        return {
          rows: rowsOf(journal.opened.rows),
          record: async (row) => {
            journal.append(eventOf(row));
            await journal.settled();
          },
          close: () => journal.close(),
        };
      } catch (error) {
        if (error instanceof PortError && error.code === "busy") return undefined;
        throw error;
      }
    },
  };
}

/** What a worker says. Where nobody hears it any more it is told to stop, and hands off in silence: no lease is left because a reader has gone. */
function voice(stop: (why: string) => void): (text: string) => void {
  let isHeard = true;
  return (text) => {
    if (!isHeard || tryWrite(1, text) === undefined) return;
    isHeard = false;
    stop("nobody reads what it says");
  };
}

function viewOf({ show, terms }: WorkerWish, write: (text: string) => void): WorkerView {
  return show === "json" ? jsonView(terms.workerId, write, now) : plainView(terms.workerId, write);
}

/** Whoever drives a worker hears of it at least so often. */
function signsOfLife({ terms }: WorkerWish, view: WorkerView): () => void {
  const timer = setInterval(
    () => view.beat(undefined, undefined),
    Math.min(MOST_SILENT_MS, (terms.leaseTtlSeconds * 1000) / 3),
  );
  timer.unref();
  return () => clearInterval(timer);
}

/** Standard input ends with whoever started us; it keeps nothing alive. */
function followParent(onGone: () => void): () => void {
  const { stdin } = process;
  stdin.on("end", onGone);
  stdin.on("close", onGone);
  stdin.on("error", onGone);
  stdin.resume();
  if ("unref" in stdin && typeof stdin.unref === "function") stdin.unref();
  return () => {
    stdin.off("end", onGone);
    stdin.off("close", onGone);
    stdin.pause();
  };
}

function linkedSwitch(signal: CancelSignal): {
  readonly signal: CancelSignal;
  readonly cancel: (reason: string) => void;
} {
  const own = cancelSwitch();
  const fire = (): void => own.cancel(signal.reason);
  if (signal.aborted) fire();
  else signal.addEventListener("abort", fire, { once: true });
  return own;
}

async function pause(ms: number, signal?: CancelSignal): Promise<void> {
  try {
    await sleep(ms, undefined, signal === undefined ? {} : { signal });
  } catch (error) {
    if (signal?.aborted !== true) throw error;
  }
}
