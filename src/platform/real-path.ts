import { realpathSync } from "node:fs";
import { resolve } from "node:path";

/** The path from the root with links followed; of what is not there, the path alone. */
export function realPath(path: string): string {
  const whole = resolve(path);
  try {
    return realpathSync(whole);
  } catch (error) {
    if (error instanceof Error && "code" in error) return whole;
    throw error;
  }
}
