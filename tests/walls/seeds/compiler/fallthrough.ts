// in: src/kernel/json/seed.ts  refuses: TS7029
export function count(size: number): string {
  let text = "";
  switch (size) {
    case 1:
      text = "one";
    case 2:
      return `${text} two`;
    default:
      return text;
  }
}
