import { codeOf } from "./file-failure.ts";

/** What a look at the system gives; `otherwise` where the system says no. Anything else that is thrown is thrown on. */
export function quietly<T>(otherwise: T, look: () => T): T {
  try {
    return look();
  } catch (error) {
    if (codeOf(error) !== undefined) return otherwise;
    throw error;
  }
}
