import { expect } from "vitest";
import { compileSchema, publishedSchema, readJsonText } from "#kernel";
import { utf8 } from "#platform";

/** What a command printed as JSON, which has the published form of its kind (H07). */
export function published(kind: string, stdout: string): Record<string, unknown> {
  const reading = readJsonText(stdout, utf8);
  if (!reading.ok) throw new Error(`no JSON: ${stdout}`);
  expect(compileSchema(publishedSchema(kind) ?? false)(reading.value)).toEqual([]);
  return JSON.parse(stdout) as Record<string, unknown>;
}
