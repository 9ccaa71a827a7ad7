import { findPackageJSON } from "node:module";
import { join } from "node:path";

/** Whether a package would be found where this program loads it from; nothing of it is run. */
export function hasPackage(name: string): boolean {
  try {
    // By the folder, which the bundle knows too; `import.meta.resolve` it does not.
    return findPackageJSON(name, join(import.meta.dirname, "any.js")) !== undefined;
  } catch (error) {
    if (error instanceof Error && "code" in error) return false;
    throw error;
  }
}
