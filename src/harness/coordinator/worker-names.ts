import { type Candidate, lowestFree } from "./dispatch.ts";

/** Which worker gets an issue: names are `<prefix>.<n>`, and the lowest number that nobody has comes first. */
export class WorkerNames {
  readonly #prefix: string;
  readonly #isSeated: (workerId: string) => boolean;
  /** Numbers whose workers are another coordinator's. */
  readonly #busy = new Set<number>();

  constructor(prefix: string, isSeated: (workerId: string) => boolean) {
    this.#prefix = prefix;
    this.#isSeated = isSeated;
  }

  nameOf(number: number): string {
    return `${this.#prefix}.${number}`;
  }

  /** The name is another coordinator's: it is not asked for again. */
  isAnothers(number: number): void {
    this.#busy.add(number);
  }

  /** That of whoever had the issue or may have it alone, else the lowest; undefined where the only one who may have it is taken, or is no worker of ours. */
  numberFor({ onlyFor, leftBy }: Candidate, candidates: readonly Candidate[]): number | undefined {
    const isTaken = (number: number): boolean => this.#busy.has(number) || this.#isSeated(this.nameOf(number));
    const own = this.#numberIn(onlyFor ?? leftBy ?? "");
    if (own !== undefined && !isTaken(own)) return own;
    if (onlyFor !== undefined) return undefined;
    // A name under which something was left is kept for that.
    const kept = new Set(candidates.map((other) => other.leftBy));
    return lowestFree((number) => isTaken(number) || kept.has(this.nameOf(number)));
  }

  /** The number in a name of ours; undefined for every other name. */
  #numberIn(name: string): number | undefined {
    const number = Number(name.slice(this.#prefix.length + 1));
    return Number.isSafeInteger(number) && number > 0 && this.nameOf(number) === name ? number : undefined;
  }
}
