// in: src/kernel/json/seed.ts  refuses: TS7006
export function outer(): string {
  function inner(text) {
    return `${text}`;
  }
  return inner("text");
}
