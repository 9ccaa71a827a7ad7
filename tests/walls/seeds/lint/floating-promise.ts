// in: src/cli/seed-floating.ts  refuses: typescript(no-floating-promises)
export function start(run: () => Promise<void>): void {
  run();
}
