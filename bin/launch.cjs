// Starts the program from a clone. Plain JavaScript, because it must be able to say what is wrong on an old Node.
"use strict";
const { readFileSync, statSync } = require("node:fs");
const root = `${__dirname}/..`;
const [, , name, ...argv] = process.argv;

/** The version is read from package.json whatever the sources are: nothing has to be compared to tell it. */
const asksVersion = argv[0] === "--version" || argv[0] === "-V";

/** Whoever has just made the bundle (tests, benchmarks) starts it as the published package is started: looking at no source. */
const isJustMade = process.env.TUSK_BUNDLE === "just-made";

/** The bundle that `npm install` made, as long as no source has changed since: it starts twice as fast. */
function freshBundle() {
  const bundle = `${root}/build/cli`;
  try {
    if (asksVersion || isJustMade) return statSync(`${bundle}/main.cjs`).isFile() ? `${bundle}/main.cjs` : undefined;
    const stamp = JSON.parse(readFileSync(`${bundle}/stamp.json`, "utf8"));
    const fresh = stamp.every(([path, mtimeMs, size]) => {
      const now = statSync(`${root}/${path}`);
      return now.mtimeMs === mtimeMs && now.size === size;
    });
    return fresh && statSync(`${bundle}/main.cjs`).isFile() ? `${bundle}/main.cjs` : undefined;
  } catch {
    // No bundle, or a source is gone: the sources run as they are.
    return undefined;
  }
}

/** Loads the program and runs it; whatever keeps it from starting is said in one sentence. */
async function launch() {
  // What Node strips and compiles is kept for the next start, in a folder that belongs to this clone's owner.
  require("node:module").enableCompileCache(`${root}/node_modules/.cache/tusk`);
  const { main } = require(freshBundle() ?? `${root}/src/cli/main.ts`);
  const { version } = JSON.parse(readFileSync(`${root}/package.json`, "utf8"));
  return main(name === "premath" ? "premath" : "tusk", version, argv);
}

if (Number(process.versions.node.split(".")[0]) < 24) {
  process.stderr.write(
    `tusk needs Node 24, this is ${process.versions.node}: run 'npm install' in the clone, or put Node 24 on your PATH.\n`,
  );
  process.exitCode = 2;
} else {
  launch().then(
    (code) => {
      process.exitCode = code;
    },
    (error) => {
      process.stderr.write(`tusk cannot start: ${error.message}; run 'npm install' in the clone and try again.\n`);
      process.exitCode = 70;
    },
  );
}
