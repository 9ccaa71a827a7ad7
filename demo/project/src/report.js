import { total } from "./total.js";

/** The report for people, a line for each row and one for the total. */
export function report(rows) {
  const lines = rows.map(({ name, amount }) => `${name} ${amount}`);
  return [...lines, `total ${total(rows)}`].join("\n");
}
