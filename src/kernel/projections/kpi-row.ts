import { trimmed } from "../evidence/text.ts";
import { parseTimestamp, type Timestamp } from "../issues/timestamp.ts";
import { problemText } from "../json/problem.ts";
import { readJson } from "../json/read.ts";
import type { Utf8 } from "../json/utf8.ts";
import { isJsonObject, type Json } from "../json/value.ts";
import type { TrajectoryRow } from "./trajectory-row.ts";

/** What the KPI looks at of a row: its schema and kind are not (contract 3.2). */
export type KpiRow = Pick<TrajectoryRow, "stepId" | "issueId" | "action" | "resultClass" | "finishedAt">;

/** A row for the KPI, or why it is none; `at` names the place as `P:3`. */
export type KpiRowReading =
  | { readonly ok: true; readonly row: KpiRow; readonly at: Timestamp }
  | { readonly ok: false; readonly problem: (place: string) => string };

const NEEDED = ["stepId", "action", "resultClass", "finishedAt"] as const;

/** Reads a line as the KPI does: any JSON object with the four members it needs, whatever else is wrong with it. Never throws. */
export function readKpiRow(bytes: Uint8Array, utf8: Utf8): KpiRowReading {
  if (utf8.decode(bytes, 0, bytes.length) === undefined) return refused((place) => `invalid UTF-8 in ${place}`);
  const reading = readJson(bytes, utf8);
  if (!reading.ok) return refused((place) => `invalid JSON in ${place}: ${problemText(reading.problem)}`);
  const { value } = reading;
  if (!isJsonObject(value)) return refused((place) => `trajectory row must be object (${place})`);
  const [stepId = "", action = "", resultClass = "", finishedAt = ""] = NEEDED.map((name) => textOf(value[name]));
  if ([stepId, action, resultClass, finishedAt].includes(""))
    return refused((place) => `trajectory row missing required fields (${NEEDED.join("/")}) at ${place}`);
  // A moment without an offset is taken for UTC.
  const at = parseTimestamp(finishedAt) ?? parseTimestamp(`${finishedAt}Z`);
  if (at === undefined) return refused((place) => `${place}:finishedAt must be RFC3339: '${finishedAt}'`);
  const issueId = textOf(value["issueId"]);
  const row = { stepId, action, resultClass, finishedAt: at };
  return { ok: true, row: issueId === "" ? row : { ...row, issueId }, at };
}

function textOf(value: Json | undefined): string {
  if (typeof value === "number" || typeof value === "bigint") return String(value);
  return typeof value === "string" ? trimmed(value) : "";
}

function refused(problem: (place: string) => string): KpiRowReading {
  return { ok: false, problem };
}
