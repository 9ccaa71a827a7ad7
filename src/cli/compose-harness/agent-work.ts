import { basename } from "node:path";
import type { CheckDeclaration } from "#kernel";
import { HARNESS_HANDOFFS, handOffIntention, type HandOffWords, WORKING_ROLE } from "#harness";
import { now } from "#platform";
import { PortError, type RunWish, type SeatedEnd, type Work, type Worked, type WorkOrder } from "#ports";
import { openSeat } from "../compose-run/open-seat.ts";
import type { Seat } from "../compose-run/seat.ts";
import { newSessionId } from "../compose-run/session-id.ts";
import { agentFailureClass } from "./agent-failure.ts";
import { withCheckRules } from "./check-rules.ts";
import { houseRules } from "./house-rules.ts";
import { sessionStanding } from "./taken-session.ts";
import { givenStop, workAudience, type WorkShow } from "./work-audience.ts";
import { contextText, workBrief } from "./work-brief.ts";

/** Our agent as whoever works. */
export interface AgentWorkOptions {
  /**
   * A run as flags and configuration say; the workspace is each issue's worktree. The state folder is the repository's own, by its absolute
   * path: sessions, witnesses and cassettes are kept there. `{issue}` in the model's name stands for the issue's name in file names.
   */
  readonly wish: Omit<RunWish, "workspace">;
  /** The checks that will judge the work: the agent is told of them. */
  readonly checks: readonly CheckDeclaration[];
  readonly show: WorkShow;
}

/** The most of the agent's last words that are kept. */
const MOST_OF_SUMMARY = 2000;

/**
 * Our agent does the work (M12), in the issue's worktree behind the walls of its profile. A session has its name before anything is sent; one
 * that a crash cut off goes on where it was. Nobody is asked unless the work is shown live: what needs a person is denied.
 */
export function agentWork(options: AgentWorkOptions): Work {
  const { checks, show } = options;
  const wish = { ...options.wish, rules: withCheckRules(options.wish.rules, checks) };
  const audienceOf = workAudience(show, wish);
  const house = houseRules(checks, show.kind === "live");
  return {
    kind: "agent",
    async work(order) {
      const stop = givenStop(order.signal, show.kind === "live" ? show.onStop : () => undefined);
      const audience = audienceOf(order, stop);
      if (order.signal.aborted) return BEFORE;
      let seat: Seat;
      try {
        const handingOver = { contract: HARNESS_HANDOFFS, intends: handOffIntention(handOffWords(order)) };
        seat = await openSeat(issueWish(wish, order), audience, { house, replay: "in_order", handingOver });
      } catch (error) {
        audience.view.close();
        if (order.signal.aborted && error instanceof PortError) return BEFORE;
        throw error;
      }
      audience.onText = (text) => seat.remind(text);
      try {
        return workedBy(await launched(seat, order, wish.stateFolder));
      } finally {
        await seat.close();
      }
    },
    close: () => Promise.resolve(),
  };
}

const BEFORE: Worked = {
  outcome: "interrupted",
  summary: "it was called off before the agent began: nothing was sent or changed",
  failureClasses: [],
};

/** The wish for one issue: where it is worked on, and by which model. */
function issueWish(wish: AgentWorkOptions["wish"], { worktree, budget = wish.budget }: WorkOrder): RunWish {
  // The worktree's folder has the issue's name as files can have it.
  const ref = wish.model.ref.replaceAll("{issue}", basename(worktree.path));
  return { ...wish, budget, workspace: worktree.path, model: { ...wish.model, ref } };
}

/** Work that is handed over goes to the same role, and back to its issue. */
function handOffWords({ issueId }: WorkOrder): HandOffWords {
  return { issueId, target: WORKING_ROLE, returnPath: `issue://${issueId}` };
}

/** Begins a session, or goes on with the one that is named; its name is told first. */
async function launched(seat: Seat, order: WorkOrder, stateFolder: string): Promise<SeatedEnd> {
  const { resume, onSession, handoffIn } = order;
  const standing = resume === undefined ? "unbegun" : await sessionStanding(stateFolder, resume);
  // What nobody can read is not gone on with.
  const sessionId = resume === undefined || standing === "sealed" ? newSessionId(now()) : resume;
  await onSession?.(sessionId);
  switch (standing) {
    case "unbegun":
    case "sealed":
      return seat.start(workBrief(order), sessionId, { handoffIn });
    case "unasked":
      return seat.resume(sessionId, workBrief(order), { handoffIn });
    case "open":
      return seat.resume(sessionId, contextText(order));
    case "completed":
      return seat.resume(sessionId, contextText(order) ?? GO_ON);
    default:
      return standing satisfies never;
  }
}

const GO_ON = "Look at the issue and at its checks once more: if something is left, do it; else say so.";

function workedBy({ sessionId, phase, output, reason, error, runSteps, usage }: SeatedEnd): Worked {
  const { costMicros } = usage;
  const counted = { sessionId, steps: runSteps, ...(costMicros === undefined ? {} : { costMicros }) };
  const said = output ?? reason ?? (error === undefined ? "" : `${error.category}: ${error.message}`);
  const summary = said.slice(0, MOST_OF_SUMMARY).toWellFormed();
  if (error === undefined)
    return { outcome: phase === "Completed" ? "done" : "interrupted", summary, failureClasses: [], ...counted };
  const failureClasses = [agentFailureClass(error)];
  return { outcome: error.category === "BudgetExceeded" ? "exhausted" : "failed", summary, failureClasses, ...counted };
}
