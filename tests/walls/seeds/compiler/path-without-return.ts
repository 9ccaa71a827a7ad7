// in: src/kernel/json/seed.ts  refuses: TS7030
export function sign(size: number): string | undefined {
  if (size > 0) return "+";
}
