import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** Compiles the child of a session's tests to one file: reading all of its sources takes longer than its run. Answers where it is. */
export async function compileChild(folder: string): Promise<string> {
  const { rolldown } = await import("rolldown");
  const bundle = await rolldown({
    input: { child: join(ROOT, "tests/runtime/faults/child.ts") },
    cwd: ROOT,
    platform: "node",
    // What it never loads: a shell's grammar, ripgrep.
    external: ["@vscode/ripgrep", "web-tree-sitter"],
    treeshake: { moduleSideEffects: (id) => id.includes("faults") },
  });
  await bundle.write({ dir: folder, format: "esm", entryFileNames: "[name].mjs", chunkFileNames: "[name]-[hash].mjs" });
  await bundle.close();
  return join(folder, "child.mjs");
}
