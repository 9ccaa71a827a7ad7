// in: src/cli/seed-misused.ts  refuses: typescript(no-misused-promises)
export function ready(run: () => Promise<boolean>): string {
  return run() ? "yes" : "no";
}
