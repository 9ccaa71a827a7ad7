// Stryker's test runner for this repository: the kernel's tests and the conformance files in one process, without Vitest
// around them. Files are loaded once; per mutant only its switch is thrown, and the tests run that are likeliest to notice.
import { globSync } from "node:fs";
import { registerHooks } from "node:module";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import { commonTokens, declareFactoryPlugin, PluginKind } from "@stryker-mutator/api/plugin";
import {
  determineHitLimitReached,
  DryRunStatus,
  TestStatus,
  toMutantRunResult,
} from "@stryker-mutator/api/test-runner";

const SHIM = new URL("vitest-shim.mjs", import.meta.url).href;

const FILES = [
  "src/kernel/{evidence,gate,issues,permit,turn}/**/*.test.ts",
  "conformance/{full-turns,reference,rule-coverage,turns,vectors}.test.ts",
];

/** Random turns take long and notice nothing that is not noticed before. */
const SLOW_FILE = /\.property\.test\.ts$/;

/** A started process does not know which mutant is active; the others judge once more what is judged elsewhere. */
const SKIPPED = /^harness-join-check ends |vectors are byte for byte|say in a sentence|the spec, and the turn, through/;

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === "vitest" && context.parentURL !== SHIM ? { url: SHIM, shortCircuit: true } : next(specifier, context),
});

class InProcessRunner {
  #stryker = (globalThis.__stryker__ ??= {});
  #tests = new Map();
  /** Per test its last duration, and per source how many of its mutants the test noticed. */
  #took = new Map();
  #noticed = new Map();

  /** Nothing is ever loaded with a mutant active, so there is nothing to reload after one. */
  capabilities() {
    return { reloadEnvironment: true };
  }

  async init() {
    const { collect, registered } = await import(SHIM);
    const files = FILES.flatMap((pattern) => globSync(pattern)).filter((file) => !SLOW_FILE.test(file));
    for (const file of files.toSorted((a, b) => (a < b ? -1 : 1)))
      await collect(pathToFileURL(join(process.cwd(), file)).href, file);
    for (const test of registered) if (!test.skipped && !SKIPPED.test(test.name)) this.#tests.set(test.id, test);
  }

  async #run(test) {
    const start = performance.now();
    let failure;
    try {
      await test.run();
    } catch (error) {
      failure = String(error?.message ?? error);
    }
    const timeSpentMs = performance.now() - start;
    this.#took.set(test.id, timeSpentMs);
    const result = { id: test.id, name: test.name, fileName: test.file, timeSpentMs };
    return failure === undefined
      ? { ...result, status: TestStatus.Success }
      : { ...result, status: TestStatus.Failed, failureMessage: failure };
  }

  async dryRun() {
    this.#stryker.activeMutant = undefined;
    const tests = [];
    for (const test of this.#tests.values()) {
      this.#stryker.currentTestId = test.id;
      tests.push(await this.#run(test));
      this.#stryker.currentTestId = undefined;
    }
    return { status: DryRunStatus.Complete, tests, mutantCoverage: this.#stryker.mutantCoverage };
  }

  async mutantRun({ activeMutant, hitLimit, mutantActivation, sandboxFileName, testFilter }) {
    if (mutantActivation === "static") throw new Error("static mutants cannot be judged here: keep `ignoreStatic`");
    const tests = [];
    Object.assign(this.#stryker, { hitCount: 0, hitLimit });
    for (const test of this.#ordered(testFilter ?? [...this.#tests.keys()], sandboxFileName)) {
      this.#stryker.activeMutant = activeMutant.id;
      const result = await this.#run(test);
      this.#stryker.activeMutant = undefined;
      tests.push(result);
      if (result.status === TestStatus.Failed) {
        await this.#mustPass(test);
        this.#count(sandboxFileName, test.id);
        break;
      }
    }
    const timeout = determineHitLimitReached(this.#stryker.hitCount, hitLimit);
    return toMutantRunResult(timeout ?? { status: DryRunStatus.Complete, tests });
  }

  /** A test that fails without the mutant too was broken by an earlier one: Stryker then starts a new process and asks again. */
  async #mustPass(test) {
    const { status, failureMessage } = await this.#run(test);
    if (status === TestStatus.Failed) throw new Error(`${test.id} fails without a mutant: ${failureMessage}`);
  }

  #count(source, id) {
    const counts = this.#noticed.get(source) ?? new Map();
    counts.set(id, (counts.get(id) ?? 0) + 1);
    this.#noticed.set(source, counts);
  }

  /** What noticed a mutant of this source before comes first, then the source's own tests, then the quick ones. */
  #ordered(ids, source) {
    const counts = this.#noticed.get(source);
    const own = `${basename(source, ".ts")}.test.ts`;
    return ids
      .map((id) => {
        const test = this.#tests.get(id);
        const took = this.#took.get(id) ?? 5;
        const weight = (counts?.get(id) ?? 0) + (basename(test.file) === own ? 0.5 : 0);
        return { test, took, weight };
      })
      .toSorted((a, b) => b.weight - a.weight || a.took - b.took)
      .map(({ test }) => test);
  }
}

function create() {
  return new InProcessRunner();
}
create.inject = [commonTokens.injector];

export const strykerPlugins = [declareFactoryPlugin(PluginKind.TestRunner, "in-process", create)];
