import type { JsonObject } from "#kernel";
import { type Answering, argumentsObject, pieces, type WireFormat } from "../wire-format.ts";
import { stopOf, type WireBlock, type WireStop, type WireTurn } from "../wire-turn.ts";
import { callKey, GOOGLE_PATH, readGoogle } from "./google-request.ts";

/** It says STOP also where it makes calls. */
const STOPS = {
  tool_use: "STOP",
  end_turn: "STOP",
  max_tokens: "MAX_TOKENS",
  refusal: "SAFETY",
} as const satisfies Record<WireStop, string>;
const STATUSES: Readonly<Record<number, string>> = {
  400: "INVALID_ARGUMENT",
  403: "PERMISSION_DENIED",
  404: "NOT_FOUND",
  429: "RESOURCE_EXHAUSTED",
  503: "UNAVAILABLE",
};

/** Google's generateContent. */
export const google: WireFormat = {
  name: "google",
  owns: (path) => GOOGLE_PATH.test(path),
  read: readGoogle,
  events,
  whole: (turn, answering) => ({
    candidates: [
      {
        content: { parts: partsOf(turn, answering, whole), role: "model" },
        finishReason: STOPS[stopOf(turn)],
        index: 0,
      },
    ],
    usageMetadata: usageOf(turn),
    ...foot(answering),
  }),
  error: (code, message) => ({ error: { code, message, status: STATUSES[code] ?? "INTERNAL" } }),
};

function events(turn: WireTurn, answering: Answering): readonly string[] {
  const bottom = foot(answering);
  const parts = partsOf(turn, answering, pieces);
  const chunks = parts.map((part) => ({ content: { parts: [part], role: "model" }, index: 0 }));
  const last = { content: { parts: [{ text: "" }], role: "model" }, finishReason: STOPS[stopOf(turn)], index: 0 };
  // As it frames them: with carriage returns, and no mark at the end.
  return [...chunks, last].map(
    (candidate) =>
      `data: ${JSON.stringify({ candidates: [candidate], usageMetadata: usageOf(turn), ...bottom })}\r\n\r\n`,
  );
}

const whole = (text: string): readonly string[] => [text];

/** The seal of a thought stands on what follows it; the first call of a reply always has one. */
function partsOf(
  { blocks }: WireTurn,
  answering: Answering,
  split: (text: string) => readonly string[],
): readonly JsonObject[] {
  const firstCall = blocks.find(({ kind }) => kind === "call");
  let seal: string | undefined;
  return blocks.flatMap((block) => {
    if (block === firstCall) seal ??= answering.given.newId("sig-");
    const parts = blockParts(block, split, answering);
    if (block.kind === "thinking") {
      seal = block.signature;
      return parts;
    }
    const last = parts.at(-1);
    if (seal === undefined || last === undefined) return parts;
    const sealed = { ...last, thoughtSignature: seal };
    answering.given.marks.add(seal);
    if (block.kind === "call") answering.given.markedCalls.add(callKey(block.tool, argumentsObject(block.args)));
    seal = undefined;
    return [...parts.slice(0, -1), sealed];
  });
}

function blockParts(
  block: WireBlock,
  split: (text: string) => readonly string[],
  { given }: Answering,
): readonly JsonObject[] {
  switch (block.kind) {
    case "text":
      return split(block.text).map((text) => ({ text }));
    case "thinking":
      return split(block.text).map((text) => ({ text, thought: true }));
    case "call":
      given.tools.add(block.tool);
      return [
        {
          functionCall: {
            name: block.tool,
            args: argumentsObject(block.args),
            ...(block.id === undefined ? {} : { id: block.id }),
          },
        },
      ];
    default:
      return block satisfies never;
  }
}

function foot({ request, given }: Answering): JsonObject {
  return { modelVersion: request.model, responseId: given.newId("r-") };
}

function usageOf({ usage = { input: 100, output: 20 } }: WireTurn): JsonObject {
  return {
    promptTokenCount: usage.input,
    candidatesTokenCount: usage.output,
    totalTokenCount: usage.input + usage.output,
    ...(usage.cacheRead === undefined ? {} : { cachedContentTokenCount: usage.cacheRead }),
  };
}
