/** What an issue depends on, sorted, each once. */
export type Neighbours = (id: string) => readonly string[];

/** The shortest way along dependencies, the first in order of ids, both ends included; undefined when there is none. */
export function findPath(from: string, to: string, neighbours: Neighbours): readonly string[] | undefined {
  if (from === to) return [from];
  const cameFrom = new Map<string, string | undefined>([[from, undefined]]);
  const queue = [from];
  for (const current of queue) {
    for (const next of neighbours(current)) {
      if (next === to) return [...wayTo(current, cameFrom), to];
      if (cameFrom.has(next)) continue;
      cameFrom.set(next, current);
      queue.push(next);
    }
  }
  return undefined;
}

function wayTo(end: string, cameFrom: ReadonlyMap<string, string | undefined>): readonly string[] {
  const way: string[] = [];
  for (let at: string | undefined = end; at !== undefined; at = cameFrom.get(at)) way.push(at);
  return way.toReversed();
}
