/** What all rows come to. */
export function total(rows) {
  return rows.reduce((sum, { amount }) => sum + amount, 0);
}
