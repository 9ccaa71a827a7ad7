import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts", "tests/**/*.test.ts", "conformance/**/*.test.ts"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Tests that start processes share two cores with the others.
    maxWorkers: 2,
    // What the tools note outside of a workspace stays in a folder of the tests' own.
    env: { TUSK_STATE_DIR: join(tmpdir(), "tusk-tests-state") },
  },
});
