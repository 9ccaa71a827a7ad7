import type { SessionEvent } from "#kernel";
import { type Journal, type JournalEvent, PortError, type SettledSession } from "#ports";
import { AgentError } from "./agent/agent-error.ts";
import { foldSession } from "./agent/fold-session.ts";
import { healTurn } from "./heal-turn.ts";

/**
 * Settles what a crash left open in a session, as the next run would before it begins, and goes no further: nothing is run, no model is
 * asked (R11). Closes the journal. Throws `PortError` `damaged` where a row says what no run writes.
 */
export async function settleSession(journal: Journal): Promise<SettledSession> {
  try {
    return await settle(journal);
  } catch (error) {
    if (!(error instanceof AgentError)) throw error;
    throw new PortError("journal", "damaged", error.message, { cause: error });
  } finally {
    await journal.close();
  }
}

async function settle(journal: Journal): Promise<SettledSession> {
  const { healed, rows } = journal.opened;
  const state = foldSession(rows);
  if (state.turn === undefined) return { healed, calls: [] };
  const { history, step } = state;
  const open = history.openCalls;
  const record = (event: SessionEvent): void => {
    // A row is JSON by its form.
    journal.append(event as unknown as JournalEvent);
    state.apply(event);
  };
  const interrupted = new Set(await healTurn({ state, history, record, durable: () => journal.settled() }));
  const outcomeOf = (toolCallId: string) => (interrupted.has(toolCallId) ? "interrupted" : "not_run");
  const calls = open.map(({ toolCallId, tool }) => ({ toolCallId, tool, outcome: outcomeOf(toolCallId) }) as const);
  return { healed, step, calls };
}
