/** Empty lists that nobody can put anything into, once they were seen: rows that have nothing to say share them. */
const EMPTY = new WeakSet<readonly unknown[]>();

/** A list that is its items and nothing else: no class, no hole, no other key. */
export function isPlainList(given: unknown): given is readonly unknown[] {
  if (!Array.isArray(given)) return false;
  const isEmpty = given.length === 0;
  if (isEmpty && EMPTY.has(given)) return true;
  const isPlain =
    Object.getPrototypeOf(given) === Array.prototype &&
    Object.getOwnPropertyNames(given).length === given.length + 1 &&
    Object.getOwnPropertySymbols(given).length === 0;
  if (isPlain && isEmpty && Object.isFrozen(given)) EMPTY.add(given);
  return isPlain;
}
