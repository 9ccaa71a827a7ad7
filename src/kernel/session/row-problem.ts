import { quotedText } from "../json/quoted-text.ts";
import type { JsonObject } from "../json/value.ts";
import { findMisfit } from "../schema/misfit.ts";
import type { SchemaNode } from "../schema/schema.ts";

/** What is wrong with a row that should have one of the forms by its kind, exactly; undefined where nothing is. `of`: whose rows these are. */
export function rowProblem(
  event: JsonObject,
  formOf: (kind: string) => SchemaNode | undefined,
  of: string,
): string | undefined {
  const { kind } = event;
  if (typeof kind !== "string") return "the row has no kind";
  const form = formOf(kind);
  if (form === undefined) return `no row of a ${of} has the kind ${quotedText(kind)}`;
  const misfit = findMisfit(event, form, "");
  return misfit === undefined ? undefined : `${kind}: ${misfit.path.slice(1)} ${misfit.problem}`;
}
