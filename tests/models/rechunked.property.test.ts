import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type ModelReply, PortError } from "#ports";
import type { ProviderKind } from "#models";
import { ReplyStream } from "../../src/models/provider/reply-stream.ts";
import { type Heard, hear, openAt } from "./support/hear.ts";
import {
  type ExpectedStream,
  expectedStreams,
  hasStreams,
  type RecordedKind,
  streamBytes,
  STREAMS,
} from "./support/recorded-streams.ts";
import { inPieces, replyServer } from "./support/reply-server.ts";

/*
 * A stream says the same however it is cut into pieces, and never more than was there (R04). Without the corpus the checks over recorded
 * streams are skipped, and their names say so.
 */

const KINDS: Readonly<Record<RecordedKind, ProviderKind>> = {
  anthropic: "anthropic",
  "openai-chat": "openai-compatible",
  "openai-responses": "openai",
  gemini: "google",
};
const rows = hasStreams ? expectedStreams() : [];
const SEED = 20_261_116;

if (!hasStreams) test.skip(`recorded streams in pieces — skipped: ${STREAMS} is not there`, () => undefined);

// Hundreds of streams in a test: minutes on a busy machine.
describe.skipIf(!hasStreams)("a recorded stream in pieces", { timeout: 300_000 }, () => {
  test("says over HTTP what it says in one piece, whatever the sizes of its pieces", async () => {
    for (const [n, row] of rows.entries()) {
      const bytes = streamBytes(row);
      const cuts =
        fc.sample(fc.array(fc.nat(bytes.length), { maxLength: 60 }), { numRuns: 1, seed: SEED + n })[0] ?? [];
      const whole = await heardOver([bytes], row);
      expect({ row: row.file, ...(await heardOver(piecesAt(bytes, cuts), row)) }).toEqual({ row: row.file, ...whole });
    }
  });

  test("says byte by byte what it says in one piece, also where a character is split", async () => {
    for (const row of rows) {
      const bytes = streamBytes(row);
      const whole = await readPieces([bytes], KINDS[row.kind]);
      expect({ row: row.file, said: await readPieces(single(bytes), KINDS[row.kind]) }).toEqual({
        row: row.file,
        said: whole,
      });
    }
  });

  test("is cut or whole wherever it ends: nothing in between (R13)", async () => {
    for (const [n, row] of rows.entries()) {
      const bytes = streamBytes(row);
      const whole = await readPieces([bytes], KINDS[row.kind]);
      for (const end of fc.sample(fc.nat(bytes.length - 1), { numRuns: 25, seed: SEED + n })) {
        const said = await readPieces([bytes.subarray(0, end)], KINDS[row.kind]);
        if (typeof said === "string") expect(["stream_cut", "bad_reply", "provider_failed"]).toContain(said);
        else if (!holdsSeveral(row)) expect({ row: row.file, end, said }).toEqual({ row: row.file, end, said: whole });
      }
    }
  });
});

test("any bytes at all are an error or a reply, and never anything else", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom<ProviderKind>("anthropic", "openai", "openai-chat", "openai-compatible", "google"),
      fc.array(fc.oneof(fc.uint8Array({ maxLength: 80 }), eventBytes()), { maxLength: 12 }),
      async (kind, pieces) => {
        const said = await readPieces(pieces, kind);
        expect(["string", "object"]).toContain(typeof said);
      },
    ),
    { seed: SEED, numRuns: 400 },
  );
});

/** Events with the right names and anything in them. */
function eventBytes(): fc.Arbitrary<Uint8Array> {
  const type = fc.constantFrom(
    "message_start",
    "content_block_start",
    "content_block_delta",
    "content_block_stop",
    "message_delta",
    "message_stop",
    "response.created",
    "response.output_item.added",
    "response.output_item.done",
    "response.output_text.delta",
    "response.function_call_arguments.delta",
    "response.function_call_arguments.done",
    "response.completed",
    "error",
  );
  const keys = fc.constantFrom(
    "type",
    "index",
    "delta",
    "content_block",
    "message",
    "item",
    "output_index",
    "choices",
    "candidates",
    "content",
    "parts",
    "functionCall",
    "tool_calls",
    "function",
    "name",
    "arguments",
    "args",
    "partialArgs",
    "jsonPath",
    "usage",
    "stop_reason",
    "finish_reason",
    "finishReason",
    "text",
  );
  const { value } = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 5 },
      fc.constantFrom(null, true, 0, 1, 1.5, -1, "", "read", "text", "tool_use", "$.a[0]"),
      fc.array(tie("value"), { maxLength: 3 }),
      fc.dictionary(keys, tie("value"), { maxKeys: 4 }),
    ),
  }));
  return fc
    .tuple(type, fc.dictionary(keys, value, { maxKeys: 5 }))
    .map(([name, fields]) => Buffer.from(`data: ${JSON.stringify({ ...fields, type: name })}\n\n`));
}

/** Several replies one after the other: the first ones are whole before the file is. */
function holdsSeveral(row: ExpectedStream): boolean {
  const text = streamBytes(row).toString("utf8");
  return text.split('"message_start"').length > 3 || text.split('"response.created"').length > 3;
}

async function heardOver(
  pieces: Iterable<Uint8Array>,
  row: ExpectedStream,
): Promise<Pick<Heard, "reply"> & { code: string | undefined }> {
  const server = await replyServer(inPieces(pieces));
  try {
    const { reply, error } = await hear(await openAt(`${KINDS[row.kind]}/recorded`, server.url));
    return { ...(reply === undefined ? {} : { reply }), code: error?.code };
  } finally {
    await server.close();
  }
}

/** What is said of pieces that come exactly so: blocks and stop reason, or the code of the error. */
async function readPieces(
  pieces: Iterable<Uint8Array>,
  kind: ProviderKind,
): Promise<Pick<ModelReply, "blocks" | "stopReason"> | string> {
  const seat = {
    ref: `${kind}/recorded`,
    provider: kind,
    kind,
    model: "recorded",
    baseUrl: "http://127.0.0.1",
    key: "",
    keyVariables: [],
  };
  const stream = new ReplyStream({ seat, price: undefined, toolOf: (name) => name });
  try {
    for await (const _turn of stream.read({ bytes: () => given(pieces) })) stream.draft.drain();
    const { blocks, stopReason } = stream.reply("");
    return { blocks, stopReason };
  } catch (error) {
    if (error instanceof PortError) return error.code;
    throw error;
  }
}

async function* given(pieces: Iterable<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
  for (const piece of pieces) yield piece;
}

function* single(bytes: Uint8Array): Generator<Uint8Array, void, undefined> {
  for (let at = 0; at < bytes.length; at++) yield bytes.subarray(at, at + 1);
}

function* piecesAt(bytes: Uint8Array, cuts: readonly number[]): Generator<Uint8Array, void, undefined> {
  const places = [0, ...cuts.toSorted((left, right) => left - right), bytes.length];
  for (let n = 1; n < places.length; n++) yield bytes.subarray(places[n - 1], places[n]);
}
