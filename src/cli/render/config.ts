import { byCodePoint, canonicalJson, nestValues, originText } from "#kernel";
import type { ConfigShowData } from "#host";
import { harmless, paint, type Paper } from "./paper.ts";
import { printJson } from "./print-json.ts";

const HINT = "hint: tusk.config.ts or tusk.config.json, here or in a parent folder, sets these\n";

/** Longer values, lists above all, do not push the others' origins out of sight. */
const ALIGNED = 40;

/** Shows the configuration: as JSON, or as a table of key, value and where it came from. */
export function render(data: ConfigShowData, paper: Paper): void {
  if (paper.json) printJson(payload(data), paper);
  else renderTable(data, { ...paper, color: colorWanted(data, paper) });
}

function payload({ file, config }: ConfigShowData): object {
  const origins = config.rows
    .flatMap(({ path, setting }) => (setting === undefined ? [] : [[path, setting.origin] as const]))
    .sort(([left], [right]) => byCodePoint(left, right));
  return { config: nestValues(config.rows), file: file ?? null, origins: Object.fromEntries(origins) };
}

function renderTable({ file, config }: ConfigShowData, paper: Paper): void {
  const rows = config.rows.map(({ path, setting }) => ({
    path,
    value: setting === undefined ? "-" : harmless(canonicalJson(setting.value)),
    origin: setting === undefined ? "not set" : harmless(originText(setting.origin)),
  }));
  const pathWidth = Math.max(...rows.map(({ path }) => path.length));
  const valueWidth = Math.max(...rows.map(({ value }) => value.length).filter((width) => width <= ALIGNED));
  for (const { path, value, origin } of rows) {
    const key = paint(paper, "bold", path.padEnd(pathWidth));
    paper.print(`${key}  ${value.padEnd(valueWidth)}  ${paint(paper, "dim", origin)}\n`);
  }
  if (paper.rich && file === undefined) paper.print(paint(paper, "dim", HINT));
}

/** What was asked for counts; `auto` leaves it to the terminal. */
function colorWanted({ config }: ConfigShowData, { color }: Paper): boolean {
  return config.values.color === "auto" ? color : config.values.color === "always";
}
