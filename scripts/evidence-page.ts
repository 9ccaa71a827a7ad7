// Writes the generated parts of docs/evidence.md: the table of rules and the table of the call spec's fields.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { CALL_SPEC_FIELDS, FAIL_CLASSES, FAIL_CLOSED } from "#kernel";

const page = fileURLToPath(new URL("../docs/evidence.md", import.meta.url));

const STAGES = { wire: "J", requests: "R", guard: "R", join: "J", mutation: "M" } as const;

/** Every rule of the full profile, one line each. */
function rulesTable(): string {
  const rows = FAIL_CLASSES.flatMap((failClass) =>
    FAIL_CLOSED[failClass].full.map(({ stage, when, answer, idle }, at) => {
      const due = idle === undefined ? "always" : "when there is something to look at";
      return `| ${at === 0 ? failClass : ""} | ${STAGES[stage]} | ${when} | ${due} | ${answer} |`;
    }),
  );
  return ["| class | stage | trips when | due | answer |", "|---|---|---|---|---|", ...rows].join("\n");
}

/** Every field of seed 000 §4.1 with its source and who enforces it. */
function fieldsTable(): string {
  const rows = Object.entries(CALL_SPEC_FIELDS).map(
    ([field, { source, enforcedBy }]) => `| ${field} | ${source} | ${enforcedBy.join(", ")} |`,
  );
  return ["| field | source | enforced by |", "|---|---|---|", ...rows].join("\n");
}

/** The page with its generated parts made anew; a test holds the committed page against it. */
export function evidencePage(text: string): string {
  return [
    ["rules", rulesTable()],
    ["fields", fieldsTable()],
  ].reduce((whole, [name, table]) => {
    const part = new RegExp(`(<!-- ${name} -->\\n)[\\s\\S]*?(<!-- /${name} -->)`);
    return whole.replace(part, (_, open: string, close: string) => `${open}\n${table ?? ""}\n${close}`);
  }, text);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(page, evidencePage(readFileSync(page, "utf8")));
