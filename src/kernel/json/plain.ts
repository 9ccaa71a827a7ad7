import type { Json } from "./value.ts";

/**
 * A value of an interface as JSON. Interfaces are closed and `Json` objects are open, so the compiler cannot see that one is
 * the other; what goes in here has a form that names every field (`kernel/schema`), or is refused by `canonicalJson`.
 */
export function plainJson(value: object): Json {
  return value as Json;
}
