import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineConfig } from "vitest/config";

/** Tests of what is pure or works in memory: they share nothing that one could spoil for another, and so may share a process. */
const PURE = [
  "src/{kernel,models,runtime,harness,testing}/**/*.test.ts",
  "conformance/**/*.test.ts",
  // Those below it start processes, but for a few.
  "tests/runtime/*.test.ts",
];

export default defineConfig({
  test: {
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Tests that start processes share two cores with the others.
    maxWorkers: 2,
    // What the tools note outside of a workspace stays in a folder of the tests' own.
    env: { TUSK_STATE_DIR: join(tmpdir(), "tusk-tests-state") },
    projects: [
      { extends: true, test: { name: "pure", include: PURE, isolate: false } },
      { extends: true, test: { name: "rest", include: ["src/**/*.test.ts", "tests/**/*.test.ts"], exclude: PURE } },
    ],
  },
});
