// in: src/kernel/json/seed.ts  refuses: TS4111
export function named(table: Readonly<Record<string, string>>): string | undefined {
  return table.name;
}
