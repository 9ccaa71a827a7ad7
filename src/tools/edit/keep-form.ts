import { lineEndingsOf, readText, withCrlf, writeText } from "./text-file.ts";

/** What a file keeps of itself when its whole content is replaced. */
export type KeptForm = "bom" | "line_endings";

/** The bytes for a content, in the form that the file had: its byte order mark, and CRLF where all its lines ended so. */
export function keepForm(
  content: string,
  existing: Uint8Array | undefined,
): { readonly bytes: Uint8Array; readonly kept: readonly KeptForm[] } {
  const given = readText(Buffer.from(content, "utf8"));
  const old = existing === undefined ? undefined : readText(existing);
  if (given === undefined || old === undefined) return { bytes: Buffer.from(content, "utf8"), kept: [] };
  const keepsBom = old.bom && !given.bom;
  const keepsEnds = lineEndingsOf(given.text) === "lf" && lineEndingsOf(old.text) === "crlf";
  const kept: KeptForm[] = [];
  if (keepsBom) kept.push("bom");
  if (keepsEnds) kept.push("line_endings");
  const text = keepsEnds ? withCrlf(given.text) : given.text;
  return { bytes: writeText({ bom: given.bom || keepsBom, text }), kept };
}
