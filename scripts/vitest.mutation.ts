import { defineConfig } from "vitest/config";

/** The tests that Stryker runs per mutant: the kernel's own and the conformance vectors, none that starts a process. */
export default defineConfig({
  test: {
    include: ["src/kernel/**/*.test.ts", "conformance/turns.test.ts", "conformance/vectors.test.ts"],
    // A test that is only slow on a busy machine must not pass for one that caught a mutant.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
