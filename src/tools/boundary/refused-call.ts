import {
  argumentProblemText,
  clipText,
  nearestWord,
  quotedText,
  type Repairing,
  type RepairSchema,
  shownName,
  toolFailure,
  type ToolFailure,
} from "#kernel";
import type { ToolSet } from "#ports";

const NAMES_SHOWN = 8;

/** Why arguments cannot be repaired, and which fields there are where one was unknown. */
export function problemsText(refusal: Extract<Repairing, { ok: false }>, schema: RepairSchema | undefined): string {
  const { problems, more } = refusal;
  const named = problems.map(argumentProblemText).join("; ");
  const rest = more > 0 ? `; and ${more} more` : "";
  const unknown = problems.some(({ kind }) => kind === "unknown_field");
  const fields = unknown && schema !== undefined ? `; its fields are ${namesText([...schema.fields.keys()])}` : "";
  // The fields are what helps, so the problems make room for them.
  return `${clipText(named + rest, 160)}${clipText(fields, 90)}`;
}

/** What the model is told of a tool that does not exist: which there are, and which was meant. */
export function unknownTool(set: ToolSet, name: string): ToolFailure {
  const names = set.tools.map((tool) => tool.name);
  const near = nearestWord(name, names);
  const hint = near === undefined ? "" : ` Did you mean ${near}?`;
  return toolFailure(
    "InvalidInput",
    `${quotedText(shownName(name))} is no known tool.${hint} The tools are ${namesText(names)}.`,
  );
}

function namesText(names: readonly string[]): string {
  const shown = names.slice(0, NAMES_SHOWN).map(shownName).join(", ");
  if (names.length === 0) return "none";
  return names.length > NAMES_SHOWN ? `${shown} and ${names.length - NAMES_SHOWN} more` : shown;
}
