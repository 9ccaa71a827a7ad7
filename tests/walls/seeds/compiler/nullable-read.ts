// in: src/kernel/json/seed.ts  refuses: TS18048
export function size(text: string | undefined): number {
  return text.length;
}
