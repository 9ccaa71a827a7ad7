import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isJsonObject, type JsonObject, readJsonText } from "#kernel";
import { utf8 } from "#platform";
import type { ReplyBlock } from "#ports";
import { stopWord } from "../../src/models/provider/wire/stop-words.ts";
import { type Heard, hear, heardText, openAt } from "./support/hear.ts";
import {
  type ExpectedStream,
  expectedStreams,
  hasStreams,
  type RecordedKind,
  streamBytes,
  STREAMS,
  streamEvents,
} from "./support/recorded-streams.ts";
import { events, type ReplyServer, replyServer } from "./support/reply-server.ts";

/*
 * Every recorded stream of the corpus, served over HTTP to the real adapters (R04, R10). Without the folder every check here is skipped,
 * and its name says so.
 */

/** The models that read each kind: both chat adapters read what either records. */
const REFS: Readonly<Record<RecordedKind, readonly string[]>> = {
  anthropic: ["anthropic/recorded"],
  "openai-chat": ["openai-chat/recorded", "openai-compatible/recorded"],
  "openai-responses": ["openai/recorded"],
  gemini: ["google/recorded"],
};

/**
 * Rows whose calls the corpus counts otherwise; of these the names of all calls are counted here, from the events. Several replies of
 * Anthropic in one file: the row counts blocks by their index, so that later replies hide earlier ones. Calls of Gemini that come value by
 * value (`partialArgs`): the row does not count them.
 */
function otherCalls(row: ExpectedStream): readonly string[] | undefined {
  const recorded = streamEvents(row);
  const messages = recorded.flatMap(({ message }) => (message as { readonly id?: string } | undefined)?.id ?? []);
  const isSeveral = row.kind === "anthropic" && new Set(messages).size > 1;
  const isByValue = row.kind === "gemini" && JSON.stringify(recorded).includes('"willContinue":true');
  return isSeveral || isByValue ? recorded.flatMap(callNames) : undefined;
}

function callNames(event: Readonly<Record<string, unknown>>): readonly string[] {
  const {
    content_block: begun,
    message,
    candidates,
  } = event as {
    readonly content_block?: NamedBlock;
    readonly message?: { readonly content?: readonly NamedBlock[] };
    readonly candidates?: readonly {
      readonly content?: { readonly parts?: readonly { readonly functionCall?: NamedBlock }[] };
    }[];
  };
  const blocks = [...(message?.content ?? []), ...(begun === undefined ? [] : [begun])].filter(
    ({ type }) => type?.endsWith("_use") === true,
  );
  const parts = candidates?.[0]?.content?.parts ?? [];
  return [...blocks, ...parts.map(({ functionCall }) => functionCall)].flatMap((block) => block?.name ?? []);
}

interface NamedBlock {
  readonly type?: string;
  readonly name?: string;
}

const rows = hasStreams ? expectedStreams() : [];
let bodies: readonly Buffer[] = [];
let server: ReplyServer | undefined;

beforeAll(async () => {
  bodies = rows.map(streamBytes);
  server = await replyServer((response, { path }) => {
    const at = Number(/^\/v1\/(\d+)\//.exec(path)?.[1]);
    return events(bodies[at] ?? "")(response, { path, headers: {}, body: "" });
  });
});
afterAll(() => server?.close());

if (!hasStreams) test.skip(`recorded streams — skipped: ${STREAMS} is not there`, () => undefined);

describe.skipIf(!hasStreams)("a recorded stream is heard as it was said (R04)", () => {
  for (const [at, row] of rows.entries())
    for (const ref of REFS[row.kind])
      test(`${row.file}${row.interaction === undefined ? "" : ` ${row.interaction}`} by ${ref}`, async () => {
        const heard = await hear(await openAt(ref, `${server?.url}/${at}`));
        expect(summaryOf(heard, row)).toEqual(expectedOf(row, ref));
        expectPiecesToMakeBlocks(heard);
      });
});

interface Call {
  readonly id: unknown;
  readonly name: unknown;
  readonly client: boolean;
  readonly args: string | JsonObject;
}

interface Summary {
  readonly stop: string | null;
  readonly text: number;
  readonly thinking: number;
  readonly calls: unknown;
}

function summaryOf(heard: Heard, row: ExpectedStream): Summary {
  const { reply } = heard;
  const calls = reply === undefined ? startedCalls(heard) : reply.blocks.flatMap((block) => callOf(block, row));
  const thinking = heardText(heard, "thinking.delta");
  return {
    stop: reply?.stopReason ?? null,
    text: lengthOf(heardText(heard, "text.delta")),
    // Between the parts of a summary we put an empty line.
    thinking: lengthOf(row.kind === "openai-responses" ? thinking.replaceAll("\n\n", "") : thinking),
    calls: otherCalls(row) === undefined ? calls : calls.map(({ name }) => name),
  };
}

function expectedOf(row: ExpectedStream, ref: string): Summary {
  const kind = ref.slice(0, ref.indexOf("/")) as Parameters<typeof stopWord>[0];
  const other = otherCalls(row);
  const hasCalls = row.calls.some(({ client }) => client) || (other !== undefined && row.kind === "gemini");
  const stop = rawStop(row);
  const calls = row.calls.map(({ id, name, args, client }) => ({
    id: id ?? "",
    name,
    client,
    args: argsOf(args, row, client),
  }));
  return {
    stop: stop === null ? null : stopWord(kind, stop, { hasCalls, isRefused: false }),
    text: row.text,
    thinking: thinkingOf(row),
    calls: other ?? calls,
  };
}

/** The stop reason of a row; of a response that is not complete it is the reason for that, and one that failed has none. */
function rawStop(row: ExpectedStream): string | null {
  if (row.kind !== "openai-responses" || row.stop === null) return row.stop;
  if (row.stop === "failed") return null;
  const reasons = streamEvents(row).map(
    ({ response }) =>
      (response as { incomplete_details?: { reason?: string } } | undefined)?.incomplete_details?.reason,
  );
  return reasons.findLast((reason) => reason !== undefined) ?? row.stop;
}

/** The rows count thinking only where it is a text of its own: summaries and lists of thoughts are counted here, from the events. */
function thinkingOf(row: ExpectedStream): number {
  if (row.kind === "openai-responses")
    return sum(
      streamEvents(row).map(({ type, delta }) =>
        /^response\.reasoning(?:_summary)?_text\.delta$/.test(String(type))
          ? lengthOf(String(delta).replaceAll("\n\n", ""))
          : 0,
      ),
    );
  const listed = streamEvents(row).map((event) => lengthOf(listedThoughts(event)));
  return row.thinking + sum(listed);
}

function listedThoughts(event: Readonly<Record<string, unknown>>): string {
  const [choice] = (event["choices"] ?? []) as readonly { readonly delta?: { readonly content?: unknown } }[];
  const content = choice?.delta?.content;
  if (!Array.isArray(content)) return "";
  return (content as readonly { readonly thinking?: readonly { readonly text: string }[] }[])
    .flatMap(({ thinking = [] }) => thinking.map(({ text }) => text))
    .join("");
}

/** A call of ours, or one of a tool that the provider runs. */
function callOf(block: ReplyBlock, row: ExpectedStream): readonly Call[] {
  if (block.kind === "tool_call")
    return [{ id: block.providerCallId, name: block.tool, client: true, args: argsOf(block.argumentsText, row, true) }];
  if (block.kind !== "provider_executed") return [];
  const { type, id, name, input } = block.carry;
  if (type !== "server_tool_use" && type !== "mcp_tool_use") return [];
  return [{ id, name, client: false, args: isJsonObject(input) ? input : {} }];
}

/** Exactly the text that the model wrote; as a value where the provider gives none, or runs the tool itself. */
function argsOf(args: string, { kind }: ExpectedStream, isClient: boolean): string | JsonObject {
  if (kind !== "gemini" && isClient) return args;
  const reading = readJsonText(args, utf8);
  return reading.ok && isJsonObject(reading.value) ? reading.value : {};
}

/** The calls of a stream that broke off: nobody may run them, but they were seen. */
function startedCalls({ chunks }: Heard): readonly Call[] {
  return chunks.flatMap((chunk) => {
    if (chunk.kind !== "tool_call.started") return [];
    const { providerCallId: id, tool: name } = chunk;
    const pieces = chunks.map((piece) =>
      piece.kind === "tool_call.delta" && piece.providerCallId === id ? piece.argumentsText : "",
    );
    return [{ id, name, client: true, args: pieces.join("") }];
  });
}

/** The pieces put together are the blocks (R10). */
function expectPiecesToMakeBlocks(heard: Heard): void {
  if (heard.reply === undefined) return;
  const said = (kind: "text" | "thinking"): string =>
    heard.reply?.blocks.map((block) => (block.kind === kind ? block.text : "")).join("") ?? "";
  expect(heardText(heard, "text.delta")).toBe(said("text"));
  expect(heardText(heard, "thinking.delta")).toBe(said("thinking"));
}

function lengthOf(text: string): number {
  return Array.from(text).length;
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}
