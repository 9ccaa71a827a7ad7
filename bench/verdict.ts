/** What one round measured of one case. Ratios are against the baseline of the same round. */
export interface Round {
  readonly p50: number;
  readonly p95: number;
  readonly peakBytes: number | undefined;
}

/** What a recorded run saw, at its worst round: the mark that later runs are held against. */
export interface Mark {
  readonly p50: number;
  readonly p95: number;
  readonly peakBytes?: number;
}

/** Marks by case name, and the name of the recording they belong to. */
export interface Baseline {
  readonly id: string;
  readonly cases: Readonly<Record<string, Mark>>;
}

/** Somebody's word that a breach is meant: who, why, and which baseline it breaks. */
export interface SignOff {
  readonly case: string;
  readonly metric: Metric;
  readonly baseline: string;
  readonly who: string;
  readonly why: string;
}

export type Metric = "p50" | "p95" | "peakBytes" | "goal";

/** One thing to say about a case: warnings are told, failures fail the run. */
export interface Remark {
  readonly level: "warn" | "fail" | "signed off";
  readonly metric: Metric;
  readonly text: string;
}

/** How far each metric may go past its mark (G08). */
const THRESHOLDS = {
  p50: { share: 1.07, level: "warn" },
  p95: { share: 1.1, level: "fail" },
  peakBytes: { share: 1.05, level: "fail" },
} as const;

/** Judges one case: a breach counts only when every round shows it; a sign-off for this baseline turns a failure into a note (G08). */
export function judgeCase(input: {
  readonly name: string;
  readonly rounds: readonly Round[];
  readonly baseline: Baseline | undefined;
  readonly goal: number | undefined;
  /** How a missed goal counts: the short run in CI tells it, the full run fails on it. */
  readonly missedGoal: "warn" | "fail";
  readonly signOffs: readonly SignOff[];
}): readonly Remark[] {
  const { name, rounds, baseline, goal, missedGoal, signOffs } = input;
  const signed = (metric: Metric) => {
    return signOffs.find((row) => row.case === name && row.metric === metric && row.baseline === baseline?.id);
  };
  const remarks: Remark[] = [];
  const mark = baseline?.cases[name];
  for (const metric of ["p50", "p95", "peakBytes"] as const) {
    const limit = (mark?.[metric] ?? Number.NaN) * THRESHOLDS[metric].share;
    const best = Math.min(...rounds.map((round) => round[metric] ?? Number.NaN));
    if (!(best > limit)) continue;
    remarks.push({
      level: THRESHOLDS[metric].level,
      metric,
      text: `${metric} ${round2(best)} > ${round2(limit)} in every round`,
    });
  }
  const best = Math.min(...rounds.map(({ p50 }) => p50));
  if (goal !== undefined && best > goal) {
    remarks.push({ level: missedGoal, metric: "goal", text: `ratio ${round2(best)} > goal ${goal} in every round` });
  }
  return remarks.map((remark) => {
    const word = remark.level === "fail" ? signed(remark.metric) : undefined;
    return word === undefined
      ? remark
      : { ...remark, level: "signed off", text: `${remark.text}; ${word.who}: ${word.why}` };
  });
}

/** The worst of the rounds: recorded as the mark, so that the machine's own noise is no breach. */
export function worstOf(rounds: readonly Round[]): Mark {
  const peaks = rounds.flatMap(({ peakBytes }) => (peakBytes === undefined ? [] : [peakBytes]));
  const mark = {
    p50: round2(Math.max(...rounds.map((r) => r.p50))),
    p95: round2(Math.max(...rounds.map((r) => r.p95))),
  };
  return peaks.length === 0 ? mark : { ...mark, peakBytes: Math.max(...peaks) };
}

function round2(value: number): number {
  return Math.round(value * 100) / 100;
}
