// Bundles the command line: CommonJS in a few chunks, because requiring files is cheaper than linking a module graph,
// and split where imports are lazy, so that `--version` loads nothing else and every module still exists once.
// Plain JavaScript: `npm install` runs it on whatever Node there is.
import { existsSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Packages that whoever wants them installs: they are loaded when they are first used, and never built in. */
export const OPTIONAL_PEERS = [
  "@ai-sdk/anthropic",
  "@ai-sdk/google",
  "@ai-sdk/openai",
  "@ai-sdk/openai-compatible",
  "@modelcontextprotocol/client",
];

/** Parts that are always loaded together are one file: opening one costs more than reading it. The table's own imports stay apart. */
const CHUNKS = [
  {
    // What both the gate and issue memory stand on: neither may load the other for it.
    name: "values",
    test: /src\/kernel\/(?:json|digest)\/|src\/kernel\/issues\/(?:timestamp|civil-day)\.ts$|src\/kernel\/evidence\/(?:text|fields|rows)\.ts$|src\/kernel\/permit\/mutation\.ts$|src\/kernel\/schema\/(?:schema|misfit)\.ts$/,
  },
  {
    name: "shown",
    test: /src\/cli\/(?:run|compose|command-line)\.ts$|src\/cli\/render\/(?:paper|shows|issues|print-json|pretty-json)\.ts$|src\/platform\/(?!ask-person|has-package|import-|repository)|src\/ports\/|src\/host\/failed\.ts$/,
  },
  {
    name: "artifact-reads",
    test: /src\/kernel\/projections\/(?:bootstrap|check-ledger|feature-ledger|harness-session|next-feature|present-members)\.ts$|src\/memory\/artifacts\/(?:artifact-error|ledger-reads|read-artifact|session-reads)\.ts$|src\/host\/with-artifacts\.ts$|src\/cli\/render\/harness-artifacts\.ts$/,
  },
  {
    name: "issue-rows",
    test: /src\/kernel\/issues\/(?:issue-file|issue-lines|issue-shape|read-issue|read-timestamp|write-issue|fold|corruption|snapshot-ref|ready)\.ts$|src\/memory\/issues\/(?:file-issue-reads|store-reader|issue-index|index-schema|index-state|index-row|file-mark|store-paths|store-error|read-row|read-whole|append-file)\.ts$|src\/host\/(?:with-issues|issue-refusal|issue-hints)\.ts$/,
  },
  { name: "lock", test: /src\/memory\/lock\/|src\/kernel\/issues\/id-token\.ts$|src\/host\/given\.ts$/ },
  {
    name: "artifact-writes",
    test: /src\/kernel\/projections\/(?:given-text|update-session|update-feature|whole-second)\.ts$|src\/memory\/artifacts\/(?:artifact-lock|ledger-file|replace-artifact|session-file)\.ts$/,
  },
  {
    name: "issue-changes",
    test: /src\/kernel\/(?:issues\/(?:decide-|issue-view-of|lease|fence|status|outcome|new-issue|unwritable-text|find-path|log-row)|permit\/|turn\/mutation-ready)|src\/memory\/issues\/|src\/host\/(?:claim-issue|change-issues|permit-for|resolve-id|natural-order|issue-payload)\.ts$/,
  },
];

/** Bundles the command line into `outdir`; answers the sources that went in, relative to the root. */
export async function bundleCli(outdir) {
  const { rolldown } = await import("rolldown");
  rmSync(outdir, { recursive: true, force: true });
  const bundle = await rolldown({
    input: { main: join(root, "src/cli/main.ts") },
    cwd: root,
    platform: "node",
    // They find their program, or their compiled grammar, by where they lie.
    external: ["@vscode/ripgrep", "web-tree-sitter", ...OPTIONAL_PEERS],
    // No source does anything by being loaded: a command then loads the parts of a layer it uses, not the layer.
    treeshake: { moduleSideEffects: false },
  });
  await bundle.write({
    dir: outdir,
    format: "cjs",
    minify: true,
    entryFileNames: "[name].cjs",
    chunkFileNames: "[name]-[hash].cjs",
    codeSplitting: { groups: CHUNKS },
  });
  const sources = await bundle.watchFiles;
  await bundle.close();
  return sources.map((path) => relative(root, path)).filter((path) => path.startsWith("src/"));
}

/** Writes the bundle for this clone, with time and size of every source: the launcher uses it only while they are unchanged. */
async function bundleClone() {
  const outdir = join(root, "build/cli");
  const sources = await bundleCli(outdir);
  const stamp = [...sources, "package.json"].map((path) => {
    const { mtimeMs, size } = statSync(join(root, path));
    return [path, mtimeMs, size];
  });
  writeFileSync(join(outdir, "stamp.json"), JSON.stringify(stamp));
}

// Without the development packages there is nothing to bundle with; the launcher then runs the sources.
const bundlerInstalled = existsSync(join(root, "node_modules/rolldown"));
if (process.argv[1] === fileURLToPath(import.meta.url) && bundlerInstalled) await bundleClone();
