import { isJsonObject, type Json, type JsonObject } from "#kernel";

/** What the log says about a permit, in one line: its kind, and what it was given for. */
export function permitText(permit: JsonObject): string {
  const kind = text(permit["kind"]);
  const why = PARTICULARS.map((name) => particular(permit, name)).find((found) => found !== "") ?? "";
  return why === "" ? kind : `${kind}: ${why}`;
}

/** Where each kind of permit says why, in the order they are looked for. */
const PARTICULARS = ["reason", "source", "evidenceDigest", "refusalWitnessRef"] as const;

function particular(permit: JsonObject, name: string): string {
  const value = permit[name];
  if (!isJsonObject(value)) return text(value);
  // A mandate names the command, the instruction or the run it comes from.
  const { kind: _kind, ...rest } = value;
  return Object.values(rest)
    .map(text)
    .filter((each) => each !== "")
    .join(" ");
}

function text(value: Json | undefined): string {
  return typeof value === "string" ? value : "";
}
