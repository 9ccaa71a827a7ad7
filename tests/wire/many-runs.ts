/** What the process of many runs is asked to do. */
export interface ManyRunsOrder {
  readonly port: number;
  /** A state folder that is there. */
  readonly state: string;
  readonly runs: number;
}

/** What it came to. */
export interface ManyRunsReport {
  readonly ms: number;
  /** Sessions that did not end as they should, or held something of another one. */
  readonly wrong: readonly string[];
  /** Sessions whose journal speaks of another one. */
  readonly crossed: readonly string[];
  /** Bytes: what the process took when it had done one run of each kind, at most, and when all was over. */
  readonly rss: { readonly before: number; readonly peak: number; readonly after: number };
  readonly heap: { readonly before: number; readonly after: number };
}

/** How many calls each run makes, one after another. */
export const HOPS = 5;
/** How much each call's result holds beside the marker. */
export const FILLER = 4000;
const MARKER = /marker-\d{4}/g;

/** The text that tells a run from all others. */
export function markerOf(run: number): string {
  return `marker-${String(run).padStart(4, "0")}`;
}

/** All the runs that a text speaks of. */
export function markersIn(text: string): readonly string[] {
  return [...new Set(text.match(MARKER))];
}
