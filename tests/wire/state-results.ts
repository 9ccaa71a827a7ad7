import { join } from "node:path";
import { readFileJournal, replay } from "../../src/index.ts";
import { verified } from "../sessions/verifying.ts";

/** What `tusk verify` says of a state folder. */
export async function verifyResult(state: string): Promise<string> {
  const { result, first } = await verified(state);
  return first === undefined ? result : `${result}: ${first.path}: ${first.problem}`;
}

/** What `tusk replay` says of a recorded session. */
export async function replayResult(state: string, sessionId: string): Promise<string> {
  const cassette = await readFileJournal(join(state, "cassettes", `${sessionId}.jsonl`));
  const { result, ...report } = await replay(cassette);
  return result === "same" ? result : `${result}: ${JSON.stringify(report)}`;
}
