// Builds dist/: what is published. Its manifest is written here and knows nothing of this repository's own tools.
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { spawnSync } from "node:child_process";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { bundleCli, OPTIONAL_PEERS } from "./bundle.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const dist = join(root, "dist");

interface RootManifest {
  readonly version: string;
  readonly description: string;
  readonly license: string;
  /** What the program needs when it runs; everything else is built in. */
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

/** Dependencies of which one file is enough, and is built in: the rest of the grammar's package is parsers for other programs, and twenty megabytes. */
const BUILT_IN: ReadonlySet<string> = new Set(["tree-sitter-bash"]);

/** Builds everything into dist/, from nothing. */
export async function buildPackage(): Promise<string> {
  rmSync(dist, { recursive: true, force: true });
  mkdirSync(join(dist, "bin"), { recursive: true });
  emitTypes();
  await bundleCli(join(dist, "cli"));
  await bundleLibrary(dist);
  copyGrammar();
  const manifest = readManifest();
  for (const name of ["tusk", "premath"]) writeBin(name, manifest.version);
  writeFileSync(join(dist, "package.json"), `${JSON.stringify(published(manifest), null, 2)}\n`);
  // `tusk explain` and `tusk conformance run` read them.
  for (const suite of ["vectors", "reference", "turns"])
    cpSync(join(root, "conformance", suite), join(dist, "conformance", suite), { recursive: true });
  // `tusk demo` is made of it.
  cpSync(join(root, "demo"), join(dist, "demo"), { recursive: true });
  for (const file of ["README.md", "LICENSE", "CHANGELOG.md"]) cpSync(join(root, file), join(dist, file));
  return dist;
}

function readManifest(): RootManifest {
  return JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as RootManifest;
}

function published({ version, description, license, dependencies, devDependencies }: RootManifest): object {
  const needed = Object.entries(dependencies).filter(([name]) => !BUILT_IN.has(name));
  return {
    name: "tusk-harness",
    version,
    description,
    keywords: ["agent", "coding-agent", "harness", "typestate", "evidence"],
    license,
    type: "module",
    engines: { node: ">=24" },
    bin: { premath: "bin/premath.cjs", tusk: "bin/tusk.cjs" },
    exports: {
      ".": { types: "./types/index.d.ts", default: "./index.js" },
      "./tools": { types: "./types/tools-door.d.ts", default: "./tools.js" },
      "./models": { types: "./types/models-door.d.ts", default: "./models.js" },
      "./testing": { types: "./types/testing/index.d.ts", default: "./testing.js" },
      "./package.json": "./package.json",
    },
    types: "./types/index.d.ts",
    dependencies: Object.fromEntries(needed),
    // Each model's package is installed by whoever uses that model: what was tried with, and what is compatible with it.
    peerDependencies: Object.fromEntries(OPTIONAL_PEERS.map((name) => [name, `^${devDependencies[name]}`])),
    peerDependenciesMeta: Object.fromEntries(OPTIONAL_PEERS.map((name) => [name, { optional: true }])),
    files: [
      "bin",
      "cli",
      "conformance",
      "demo",
      "grammars",
      "index.js",
      "models.js",
      "tools.js",
      "testing.js",
      "parts",
      "types",
      "CHANGELOG.md",
    ],
    sideEffects: false,
  };
}

/** A bin that says in one sentence what is wrong on an old Node, before any newer syntax is read. */
function writeBin(name: string, version: string): void {
  const lines = [
    "#!/usr/bin/env node",
    '"use strict";',
    'if (Number(process.versions.node.split(".")[0]) < 24) {',
    `  process.stderr.write("${name} needs Node 24 or newer, this is " + process.versions.node + ": install it and put it on your PATH.\\n");`,
    "  process.exitCode = 2;",
    "} else {",
    `  require("../cli/main.cjs").main("${name}", "${version}", process.argv.slice(2)).then((code) => {`,
    "    process.exitCode = code;",
    "  });",
    "}",
    "",
  ];
  writeFileSync(join(dist, "bin", `${name}.cjs`), lines.join("\n"), { mode: 0o755 });
}

/** All doors of the library into `outdir`, over parts that they share: a `PortError` of one is a `PortError` of the other. */
export async function bundleLibrary(outdir: string): Promise<void> {
  // A caller's own schemas come from the same zod; ripgrep finds its program by where it lies.
  const external = ["zod", "@vscode/ripgrep", "web-tree-sitter", ...OPTIONAL_PEERS];
  const input = {
    index: join(root, "src/index.ts"),
    tools: join(root, "src/tools-door.ts"),
    models: join(root, "src/models-door.ts"),
    testing: join(root, "src/testing/index.ts"),
  };
  // No source does anything by being loaded: each door then loads what it gives, not the layers that hold it.
  const treeshake = { moduleSideEffects: false };
  const bundle = await rolldown({ input, cwd: root, platform: "node", external, treeshake });
  await bundle.write({ dir: outdir, format: "esm", chunkFileNames: "parts/[name]-[hash].js" });
  await bundle.close();
}

/** The grammar of bash, which the shell reader looks for among the program's own files first. */
function copyGrammar(): void {
  const from = join(root, "node_modules/tree-sitter-bash");
  for (const file of ["tree-sitter-bash.wasm", "LICENSE"]) cpSync(join(from, file), join(dist, "grammars", file));
}

/** Declarations as the compiler emits them; the layers' short names become paths, because they mean nothing outside. */
function emitTypes(): void {
  const tsc = [join(root, "node_modules/typescript/bin/tsc"), "-b", "src", "src/testing"];
  const { status, stdout } = spawnSync(process.execPath, tsc, { cwd: root, encoding: "utf8" });
  if (status !== 0) throw new Error(`the type gate fails:\n${stdout}`);
  const types = join(dist, "types");
  for (const layer of ["kernel", "ports", "platform", "memory", "tools", "models", "runtime", "testing"])
    cpSync(join(root, "build/types", layer), join(types, layer), { recursive: true });
  // The doors, and what stands beside them.
  for (const source of readdirSync(join(root, "src")).filter((name) => /^[^.]+\.ts$/.test(name))) {
    const declared = source.replace(/\.ts$/, ".d.ts");
    cpSync(join(root, "build/types", declared), join(types, declared));
  }
  for (const path of readdirSync(types, { recursive: true, encoding: "utf8" })) {
    if (!path.endsWith(".d.ts")) continue;
    const file = join(types, path);
    const plain = readFileSync(file, "utf8").replaceAll(/"#(\w+)"/g, (_, layer: string) => {
      const target = relative(dirname(file), join(types, layer, "index.js"));
      return JSON.stringify(target.startsWith(".") ? target : `./${target}`);
    });
    writeFileSync(file, plain);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  process.stdout.write(`built ${relative(root, await buildPackage())}/\n`);
