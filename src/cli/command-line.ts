/** How much of a command line is kept where it is recorded. */
const KEPT = 400;
const PLAIN = /^[\w@%+=:,./-]+$/;

/** A command line as a shell would take it again, cut where it is long: permits are recorded with it. */
export function commandLine(name: string, argv: readonly string[]): string {
  const line = [name, ...argv.map(quoted)].join(" ");
  return line.length > KEPT ? `${line.slice(0, KEPT).toWellFormed()}…` : line;
}

/** A word as a shell takes it again. */
export function quoted(word: string): string {
  return PLAIN.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
