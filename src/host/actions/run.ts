import { oneLine } from "#kernel";
import { PortError, type RunSeat, type SeatedEnd } from "#ports";
import type { Arguments, Failed, HostPorts, Outcome } from "../action.ts";
import { failed, MACHINE_HINT, unusable } from "../failed.ts";
import { loadTrustedConfig } from "../load-trusted-config.ts";
import { makeStateFolder, runStateFolder, runWorkspace, stateFolderProblem } from "../run-places.ts";
import { type IssueRunData, saysNothing, workOnIssues } from "../run-issues.ts";
import { type RunTask, runTask } from "../run-task.ts";
import { runWish } from "../run-wish.ts";

/** What a run came to, and where it is. */
export interface RunData extends SeatedEnd {
  readonly action: "run";
  readonly workspace: string;
  readonly stateFolder: string;
  /** What later commands need to be told to find the session. */
  readonly stateFlag: string | undefined;
  /** The flags that going on with it needs, the state folder among them. */
  readonly resumeFlags: string;
}

/** Lets an agent work on a task, or go on with a session, shown as it happens (H07, R11, T08): 0 completed, 1 failed or interrupted, 2 unusable. */
export async function run(args: Arguments, ports: HostPorts): Promise<Outcome<RunData | IssueRunData>> {
  const loaded = await loadTrustedConfig(args, ports);
  if (!loaded.ok) return loaded;
  const { config } = loaded.data;
  if (await saysNothing(args, ports)) return workOnIssues(args, config, ports);
  const stateFolder = runStateFolder(args, config, ports);
  const task = await runTask(args, stateFolder, ports);
  if (!task.ok) return task;
  const workspace = await runWorkspace(args, ports);
  if (!workspace.ok) return workspace;
  const places = { stateFolder, workspace: workspace.data };
  const problem = stateFolderProblem(args, places, ports);
  if (problem !== undefined) return unusable(problem);
  const wish = runWish(args, config, {
    ports,
    places,
    ownModel: task.data.kind === "resume" ? task.data.model : undefined,
  });
  if (!wish.ok) return wish;
  try {
    const seat = await ports.openRun(wish.data);
    const ended = await seated(seat, { task: task.data, stateFolder, ports });
    if (!ended.ok) return ended;
    const { data: end } = ended;
    const data: RunData = {
      action: "run",
      ...end,
      ...places,
      stateFlag: args.values.get("state"),
      resumeFlags: wish.data.resumeFlags,
    };
    return end.phase === "Completed" ? { ok: true, data } : { ok: true, data, exit: 1 };
  } catch (error) {
    return portFailure(error, task.data);
  }
}

interface Seated {
  readonly task: RunTask;
  readonly stateFolder: string;
  readonly ports: HostPorts;
}

/** The task, and whatever a person says behind it. The state folder is made only where everything else is ready. */
async function seated(seat: RunSeat, { task, stateFolder, ports }: Seated): Promise<Outcome<SeatedEnd>> {
  try {
    const made = makeStateFolder(stateFolder, ports);
    if (!made.ok) return made;
    if (made.data) seat.note(`made the state folder ${stateFolder}`);
    if (task.kind === "resume") for (const note of task.notes) seat.note(note);
    let end = task.kind === "start" ? await seat.start(task.input) : await seat.resume(task.sessionId, task.input);
    while (end.phase === "Completed") {
      const said = await seat.next();
      if (said === undefined) break;
      end = await seat.resume(end.sessionId, said);
    }
    return { ok: true, data: end };
  } finally {
    await seat.close();
  }
}

/** What a person may do about a journal that is refused. */
const JOURNAL_HINTS: Readonly<Record<string, string>> = {
  busy: "another run has it: wait until it ends, or end it; 'tusk session show' looks at it meanwhile",
  damaged: "'tusk verify' names the first bad row, 'tusk session export' saves what holds; nothing was changed",
};
const SANDBOX_HINT = "'tusk sandbox check' says which walls stand here, 'tusk doctor' how to mend them";

/** Why nothing could begin: the world's fault is 1, what the caller can change is 2. */
function portFailure(error: unknown, task: RunTask): Failed {
  if (!(error instanceof PortError)) throw error;
  const { port, code, message } = error;
  switch (port) {
    case "journal":
    case "witnesses": {
      const what = task.kind === "resume" ? `session ${oneLine(task.sessionId)} cannot be taken up` : "no session";
      return failed(`${what}: ${message}`, JOURNAL_HINTS[code] ?? MACHINE_HINT);
    }
    case "sandbox":
      return failed(`${code}: ${message}`, SANDBOX_HINT);
    case "run":
      return failed(message, "the same command begins anew");
    case "mcp":
      return failed(message, "correct the key mcp of the configuration, or take the server out");
    case "permissions":
      return unusable(`rules: ${message}; 'tusk permissions lint' has all problems`);
    case "model":
    case "workspace":
    case "instructions":
    case "guards":
    case "tools":
      return unusable(message);
    default:
      throw error;
  }
}
