import { byCodePoint, type ClaimQuery, type Issue, type IssueView, nanosOf } from "#kernel";
import type { IssueIndex, Candidate } from "./issue-index.ts";

/** What a decision may look at, answered from the index and the rows it points at; each row is read once. */
export class IndexView implements IssueView {
  readonly #index: IssueIndex;
  readonly #readRow: (id: string) => Issue | undefined;
  readonly #known = new Map<string, Issue | undefined>();
  #nextFree: number;
  constructor(index: IssueIndex, readRow: (id: string) => Issue | undefined, nextFree: number) {
    this.#index = index;
    this.#readRow = readRow;
    this.#nextFree = nextFree;
  }

  get(id: string): Issue | undefined {
    const issue = this.#row(id);
    return issue?.tombstone === true ? undefined : issue;
  }

  taken(id: string): boolean {
    return this.#row(id) !== undefined;
  }

  freeId(): string {
    while (this.#index.find(`bd-${this.#nextFree}`) !== undefined) this.#nextFree += 1;
    return `bd-${this.#nextFree}`;
  }

  /** No `bd-<n>` below it is free. */
  get nextFree(): number {
    return this.#nextFree;
  }

  neighbours(id: string): readonly string[] {
    const targets = new Set(this.get(id)?.dependencies.map((edge) => edge.depends_on_id));
    return [...targets].toSorted(byCodePoint);
  }

  *candidates(query: ClaimQuery): Iterable<Issue> {
    const seen = new Set<string>();
    for (const { id } of inOrder(this.#sources(query), query.by)) {
      const issue = seen.has(id) ? undefined : this.get(id);
      seen.add(id);
      if (issue !== undefined) yield issue;
    }
  }

  /** Ready and nobody's, ready and one's own already, ready and leased, and what a dead owner left. */
  #sources({ assignee, by, reclaimStale, now }: ClaimQuery): readonly Iterable<Candidate>[] {
    const milliseconds = Number(nanosOf(now) / 1_000_000n);
    return [
      this.#index.readyFor("", by),
      this.#index.readyFor(assignee, by),
      this.#index.readyLeased(by),
      ...(reclaimStale ? [this.#index.leaseEnded(milliseconds, by)] : []),
    ];
  }

  #row(id: string): Issue | undefined {
    if (this.#known.has(id)) return this.#known.get(id);
    const issue = this.#readRow(id);
    this.#known.set(id, issue);
    return issue;
  }
}

/** Merges sources that are in order already, taking from each no more than is asked for. */
function* inOrder(sources: readonly Iterable<Candidate>[], by: "id" | "priority"): Iterable<Candidate> {
  const iterators = sources.map((source) => source[Symbol.iterator]());
  try {
    const heads = iterators.map((iterator) => iterator.next());
    for (;;) {
      let first = -1;
      for (const [at, head] of heads.entries())
        if (head.done !== true && (first < 0 || comesBefore(head.value, heads[first]?.value, by))) first = at;
      const head = heads[first];
      const iterator = iterators[first];
      if (head === undefined || head.done === true || iterator === undefined) return;
      yield head.value;
      heads[first] = iterator.next();
    }
  } finally {
    // An open read would hold the index back from its writer.
    for (const iterator of iterators) iterator.return?.();
  }
}

function comesBefore(one: Candidate, other: Candidate | undefined, by: "id" | "priority"): boolean {
  if (other === undefined) return true;
  if (by === "priority" && one.priority !== other.priority) return one.priority < other.priority;
  return byCodePoint(one.id, other.id) < 0;
}
