// in: src/cli/seed-empty-catch.ts  refuses: eslint(no-empty)
export function tried(run: () => void): void {
  try {
    run();
  } catch {}
}
