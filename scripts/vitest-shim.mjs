// What `import ... from "vitest"` means to the tests under `scripts/mutation-runner.mjs`: the real `expect`, and a `test`
// and a `describe` that only write down what there is to run. Whatever a test file asks for beyond this fails to load.
import { format } from "node:util";

export { expect, expectTypeOf } from "vitest";

/** Every registered test, in the order of the files: `{ file, name, run, skipped }`. */
export const registered = [];

let file = "";
let path = [];

/** Imports one test file and writes down its tests. */
export async function collect(url, as) {
  file = as;
  path = [];
  await import(url);
}

function named(title, row) {
  return /%[a-zA-Z%#]/.test(title) ? format(title.replaceAll(/%[jio]/g, "%j"), ...row) : title;
}

/** `(name, fn)` and `(name, options, fn)`; the options are limits of time, and the time is Stryker's here. */
function body(rest) {
  const run = rest.find((part) => typeof part === "function");
  if (run === undefined) throw new Error(`${file}: a test without a body`);
  return run;
}

/** The rows of `each`: spread where all of them are lists, one argument each otherwise. */
function eachOf(add) {
  return (rows) =>
    (title, ...rest) => {
      const run = body(rest);
      const spread = rows.every((row) => Array.isArray(row));
      for (const row of rows) {
        const list = Array.isArray(row) ? row : [row];
        add(named(title, list), () => (spread ? run(...row) : run(row)));
      }
    };
}

async function mustFail(run) {
  try {
    await run();
  } catch {
    return;
  }
  throw new Error("Expect test to fail");
}

function tester({ fails = false, skipped = false }) {
  const add = (name, run) => {
    const id = `${file}#${registered.length} ${[...path, name].join(" > ")}`;
    registered.push({ id, file, name: [...path, name].join(" > "), run: fails ? () => mustFail(run) : run, skipped });
  };
  return Object.assign((name, ...rest) => add(name, body(rest)), { each: eachOf(add) });
}

const plain = tester({});

export const test = Object.assign(plain, {
  concurrent: plain,
  fails: tester({ fails: true }),
  skipIf: (condition) => tester({ skipped: Boolean(condition) }),
});

function suite(name, run) {
  path.push(name);
  run();
  path.pop();
}

export const describe = Object.assign((name, ...rest) => suite(name, body(rest)), { each: eachOf(suite) });
