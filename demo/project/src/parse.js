/** The rows of a file: a name, a comma, an amount. */
export function parse(text) {
  const lines = text.split("\n").slice(0, -1);
  return lines.filter((line) => line.trim() !== "").map((line) => row(line));
}

function row(line) {
  const [name, amount] = line.split(",");
  return { name: name.trim(), amount: Number(amount) };
}
