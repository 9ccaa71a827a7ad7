/** True for anything that has to be waited for: a promise of any realm, or what calls itself one. */
export function isPromiseLike<T>(value: T | PromiseLike<T>): value is PromiseLike<T> {
  if ((typeof value !== "object" && typeof value !== "function") || value === null) return false;
  return "then" in value && typeof value.then === "function";
}
