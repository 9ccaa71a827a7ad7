import { type JoinReport, judgeJoin, problemText, readTurn } from "#kernel";
import type { Arguments, HostPorts, Outcome } from "../action.ts";
import { BROKEN_TURNS, FULL_TURNS, GOLDEN_TURN, type TourTurn } from "./tour-turns.ts";

/** One judged turn of the tour. */
export interface TourStop {
  readonly title: string;
  readonly story: string;
  readonly report: JoinReport;
}

/** The whole tour: the golden turn first, then the broken ones, then those that only the full profile can tell apart. */
export interface TourData {
  readonly stops: readonly TourStop[];
}

/** Judges the tour's turns exactly as `harness-join-check` would judge their files. */
export function run(_args: Arguments, ports: HostPorts): Outcome<TourData> {
  const stops: TourStop[] = [];
  for (const turn of [GOLDEN_TURN, ...BROKEN_TURNS]) {
    const judged = judgeTurn(turn, ports.utf8.encode(JSON.stringify(turn.input)), ports);
    if (!judged.ok) return judged;
    stops.push(judged.data);
  }
  for (const turn of FULL_TURNS) {
    const file = ports.readOwn(turn.file);
    if (!file.ok) return { ok: false, message: `error: the turn "${turn.title}" cannot be read: ${file.reason}` };
    const judged = judgeTurn(turn, file.bytes, ports);
    if (!judged.ok) return judged;
    stops.push(judged.data);
  }
  return { ok: true, data: { stops } };
}

function judgeTurn(turn: Pick<TourTurn, "title" | "story">, bytes: Uint8Array, ports: HostPorts): Outcome<TourStop> {
  const reading = readTurn(bytes, ports.utf8);
  if (!reading.ok)
    return { ok: false, message: `error: the turn "${turn.title}" cannot be read: ${problemText(reading.problem)}` };
  const judgement = judgeJoin(reading.value, ports.sha256);
  if (!judgement.ok)
    return { ok: false, message: `error: the turn "${turn.title}" cannot be judged: ${judgement.reason}` };
  return { ok: true, data: { title: turn.title, story: turn.story, report: judgement.report } };
}
