import type { DatabaseSync } from "node:sqlite";

/** What a column may hold. */
type Value = string | number | null;

/** Rows a statement takes at once: most of the cost of an insert is the call. */
const BATCH = 16;

/** Inserts rows of one width into a table, in their order. */
export function insertRows(db: DatabaseSync, table: string, rows: readonly (readonly Value[])[]): void {
  const width = rows[0]?.length ?? 0;
  const one = `(${Array.from({ length: width }, () => "?").join(", ")})`;
  const sql = (count: number): string =>
    `INSERT INTO ${table} VALUES ${Array.from({ length: count }, () => one).join(", ")}`;
  const whole = rows.length - (rows.length % BATCH);
  if (whole > 0) {
    const batch = db.prepare(sql(BATCH));
    for (let at = 0; at < whole; at += BATCH) batch.run(...rows.slice(at, at + BATCH).flat());
  }
  if (whole < rows.length) db.prepare(sql(rows.length - whole)).run(...rows.slice(whole).flat());
}
