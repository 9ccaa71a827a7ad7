import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

/** Real streams stay outside the repository. */
export const STREAMS: string = join(
  resolve(process.env["TUSK_CORPUS"] ?? join(import.meta.dirname, "../../../../shared/fixtures")),
  "2-streams",
);
export const hasStreams: boolean = existsSync(join(STREAMS, "expected.jsonl"));

export type RecordedKind = "anthropic" | "openai-chat" | "openai-responses" | "gemini";

/** What a recorded stream holds, read by somebody else's program. */
export interface ExpectedStream {
  readonly file: string;
  readonly interaction?: number;
  readonly kind: RecordedKind;
  readonly events: number;
  readonly badEvents: number;
  readonly stop: string | null;
  readonly text: number;
  readonly thinking: number;
  readonly calls: readonly {
    readonly id: string | null;
    readonly name: string;
    readonly args: string;
    readonly client: boolean;
  }[];
  readonly errors: readonly string[];
}

/** Every row of the expected values. */
export function expectedStreams(): readonly ExpectedStream[] {
  const lines = readFileSync(join(STREAMS, "expected.jsonl"), "utf8").trim().split("\n");
  return lines.map((line) => JSON.parse(line) as ExpectedStream);
}

/** The bytes of a recorded stream as its provider sends them. */
export function streamBytes(row: ExpectedStream): Buffer {
  const bytes = readFileSync(join(STREAMS, row.file));
  if (row.file.endsWith(".sse")) return bytes;
  const text = bytes.toString("utf8");
  if (row.file.endsWith(".chunks.txt"))
    return Buffer.from(
      framed(
        text.split("\n").filter((line) => line.trim() !== ""),
        row.kind,
      ),
    );
  return Buffer.from(cassetteBody(JSON.parse(text), row.interaction ?? 0));
}

/** The events of a stream, without any reader of ours. */
export function streamEvents(row: ExpectedStream): readonly Readonly<Record<string, unknown>>[] {
  const lines = streamBytes(row).toString("utf8").split(/\r?\n/);
  return lines.flatMap((line) => {
    const data = /^data: ?(.*)$/.exec(line)?.[1];
    if (data === undefined || data.trim() === "[DONE]") return [];
    try {
      return [JSON.parse(data) as Record<string, unknown>];
    } catch {
      return [];
    }
  });
}

function framed(lines: readonly string[], kind: RecordedKind): string {
  switch (kind) {
    case "anthropic":
    case "openai-responses":
      return lines.map((line) => `event: ${/"type":\s*"([^"]+)"/.exec(line)?.[1] ?? ""}\ndata: ${line}\n\n`).join("");
    case "openai-chat":
      return [...lines, "[DONE]"].map((line) => `data: ${line}\n\n`).join("");
    case "gemini":
      return lines.map((line) => `data: ${line}\r\n\r\n`).join("");
    default:
      return kind satisfies never;
  }
}

/** Two forms of cassettes: `{interactions: [{response: {body}}]}` and `[{response}]`. */
function cassetteBody(cassette: unknown, at: number): string {
  const list = Array.isArray(cassette) ? cassette : (cassette as { interactions: unknown[] }).interactions;
  const { response } = list[at] as { response: string | { body: string } };
  return typeof response === "string" ? response : response.body;
}
