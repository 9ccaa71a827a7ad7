import { JOIN_CHECK_INPUT, type JoinReport, judgeJoin, problemText, readStruct } from "#kernel";
import type { Arguments, HostPorts, Outcome } from "../action.ts";
import { BROKEN_TURNS, GOLDEN_TURN, type TourTurn } from "./tour-turns.ts";

/** One judged turn of the tour. */
export interface TourStop {
  readonly title: string;
  readonly story: string;
  readonly report: JoinReport;
}

/** The whole tour: the golden turn first, then the broken ones. */
export interface TourData {
  readonly stops: readonly TourStop[];
}

/** Judges the tour's turns exactly as `harness-join-check` would judge their files. */
export function run(_args: Arguments, ports: HostPorts): Outcome<TourData> {
  const stops: TourStop[] = [];
  for (const turn of [GOLDEN_TURN, ...BROKEN_TURNS]) {
    const judged = judgeTurn(turn, ports);
    if (!judged.ok) return judged;
    stops.push(judged.data);
  }
  return { ok: true, data: { stops } };
}

function judgeTurn(turn: TourTurn, ports: HostPorts): Outcome<TourStop> {
  const bytes = ports.utf8.encode(JSON.stringify(turn.input));
  const reading = readStruct(bytes, JOIN_CHECK_INPUT, ports.utf8);
  if (!reading.ok)
    return { ok: false, message: `error: the turn "${turn.title}" cannot be read: ${problemText(reading.problem)}` };
  const judgement = judgeJoin(reading.value, ports.sha256);
  if (!judgement.ok)
    return { ok: false, message: `error: the turn "${turn.title}" cannot be judged: ${judgement.reason}` };
  return { ok: true, data: { title: turn.title, story: turn.story, report: judgement.report } };
}
