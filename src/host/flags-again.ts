import type { Arguments } from "./action.ts";

/** The flags that say where a run works and whom it asks: whoever goes on with it needs them again. */
const RESUMING = ["state", "workspace", "config", "base-url"];
/** What a shell takes as it stands. */
const PLAIN = /^[\w./:@%+=,-]+$/;

/** The flags that were given and that `run --resume` needs as well, as a person types them, each with a space before it. */
export function flagsAgain({ values }: Pick<Arguments, "values">): string {
  return RESUMING.map((name) => {
    const value = values.get(name);
    return value === undefined ? "" : ` --${name} ${shellWord(value)}`;
  }).join("");
}

function shellWord(text: string): string {
  return PLAIN.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
