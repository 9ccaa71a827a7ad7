import { type BudgetAmounts, oneLine } from "#kernel";
import type { AgentEvent, ResumedEnd, ResumedRun, SessionJournal, SettledCall } from "#ports";
import type { Arguments, Failed, HostPorts, Outcome } from "../action.ts";
import { cutOff } from "../cut-off.ts";
import { eventLine, exactLine } from "../event-line.ts";
import { failed, MACHINE_HINT, unusable } from "../failed.ts";
import { operand, wholeNumber } from "../given.ts";
import { readSession, type ReadSession, SEALED } from "../read-session.ts";
import { outlineOf, type SessionPhase } from "../session-outline.ts";
import { readingSessions, resolveSession } from "../with-sessions.ts";

/** What was settled in a session, and what the run came to that took it up. */
export interface SessionResumeData {
  readonly action: "session.resume";
  readonly sessionId: string;
  readonly path: string;
  /** What the journal mended when it was opened. */
  readonly healed: readonly string[];
  /** The step that a crash had cut off. */
  readonly step?: number;
  readonly settled: readonly SettledCall[];
  /** How the session stands now. */
  readonly phase: SessionPhase;
  /** Absent where it was only settled. */
  readonly run?: {
    readonly steps: number;
    readonly budgetLeft: BudgetAmounts;
    readonly output?: unknown;
    readonly reason?: string;
  };
}

/** Settles what a crash left in a session; with `--agent` an agent goes on with it, its events told as they come (H07, R11). */
export function run(args: Arguments, ports: HostPorts): Promise<Outcome<SessionResumeData>> {
  return readingSessions(args, ports, async ({ sessions }) => {
    const meant = resolveSession(operand(args, 0), sessions.list());
    if (!meant.ok) return meant;
    const session = readSession(meant.data, sessions);
    if (session.isSealed)
      return failed(`session ${oneLine(session.sessionId)} cannot be taken up: ${SEALED}`, "begin a new one");
    if (session.rows.length === 0 && session.problem === undefined)
      return failed(`session ${oneLine(session.sessionId)} was never begun: nothing was written`, "an agent begins it");
    const module = args.values.get("agent");
    try {
      return module === undefined ? await settle(session, args, ports) : await goOn(session, module, { args, ports });
    } catch (error) {
      return journalFailure(error, meant.data);
    }
  });
}

/** Without an agent: every open call gets its answer, and nothing else happens. */
async function settle(session: ReadSession, args: Arguments, ports: HostPorts): Promise<Outcome<SessionResumeData>> {
  const alone = ["input", "steps"].find((name) => args.values.has(name));
  if (alone !== undefined) return unusable(`--${alone} is for the agent that goes on; name it with --agent`);
  const { sessionId, path } = session;
  const { phase } = outlineOf(session);
  const about = { action: "session.resume", sessionId, path, phase } as const;
  // One that has ended has nothing open: it is not written to.
  if (phase !== "Open" && session.problem === undefined)
    return { ok: true, data: { ...about, healed: [], settled: [] } };
  const { healed, step, calls } = await ports.settleSession({ sessionId, path });
  return { ok: true, data: { ...about, healed, ...(step === undefined ? {} : { step }), settled: calls } };
}

/** With an agent: its own first act is to settle, then the model is asked. */
async function goOn(
  session: ReadSession,
  module: string,
  { args, ports }: { readonly args: Arguments; readonly ports: HostPorts },
): Promise<Outcome<SessionResumeData>> {
  const { sessionId, path } = session;
  const input = args.values.get("input");
  if (outlineOf(session).phase === "Completed" && input === undefined)
    return failed(`session ${oneLine(sessionId)} is completed`, "--input says what is to be done next");
  const loading = await ports.loadAgent(module, { sessionId, path });
  if (!loading.ok) return unusable(loading.reason);
  const steps = wholeNumber(args, "steps");
  const wish = {
    ...(input === undefined ? {} : { input }),
    ...(steps === undefined ? {} : { budget: steps }),
    signal: ports.interruption(),
  };
  const tell = args.switches.has("json") ? exactLine : eventLine;
  const end = await watched(loading.agent.resume(sessionId, wish), (event) => {
    const line = tell(event);
    if (line !== undefined) ports.tellLine("stdout", line);
  });
  const refused = openingFailure(end, session);
  if (refused !== undefined) return refused;
  const data: SessionResumeData = {
    action: "session.resume",
    sessionId,
    path,
    healed: [],
    ...cutOff(session),
    phase: end.phase,
    run: ranAs(end),
  };
  return end.phase === "Completed" ? { ok: true, data } : { ok: true, data, exit: 1 };
}

async function watched(resumed: ResumedRun, tell: (event: AgentEvent) => void): Promise<ResumedEnd> {
  for await (const event of resumed) tell(event);
  return resumed.result;
}

function ranAs({ steps, budgetLeft, output, error, reason }: ResumedEnd): NonNullable<SessionResumeData["run"]> {
  const why = error === undefined ? reason : `${error.category}: ${error.message}`;
  return {
    steps,
    budgetLeft,
    ...(output === undefined ? {} : { output }),
    ...(why === undefined ? {} : { reason: why }),
  };
}

/** A run that could not even open its journal has done nothing: that is told as a failure of the command. */
function openingFailure({ error }: ResumedEnd, session: SessionJournal): Failed | undefined {
  const cause = error?.cause;
  return journalCode(cause) === undefined ? undefined : journalFailure(cause, session);
}

/** What a person may do about a journal that is refused. */
const HINTS: Readonly<Record<string, string>> = {
  busy: "another run has it: wait until it ends, or end it; 'tusk session show' looks at it meanwhile",
  damaged: "'tusk verify' names the first bad row, 'tusk session export' saves what holds; nothing was changed",
};

function journalFailure(error: unknown, { sessionId }: SessionJournal): Failed {
  const code = journalCode(error);
  if (code === undefined || !(error instanceof Error)) throw error;
  return failed(`session ${oneLine(sessionId)} cannot be taken up: ${error.message}`, HINTS[code] ?? MACHINE_HINT);
}

/** The code of an error of a journal, also where it comes from another copy of the library. */
function journalCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || error.name !== "PortError" || !("port" in error) || !("code" in error))
    return undefined;
  return error.port === "journal" || error.port === "witnesses" ? String(error.code) : undefined;
}
