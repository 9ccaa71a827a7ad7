import type { Script } from "../adapter.ts";
import type { ScriptedTurn } from "../scenarios.ts";

const USAGE = {
  v4: {
    inputTokens: { total: 10, noCache: 10, cacheRead: undefined, cacheWrite: undefined },
    outputTokens: { total: 5, text: 5, reasoning: undefined },
  },
  v2: { inputTokens: 10, outputTokens: 5, totalTokens: 15 },
};

/** The scripted model as the AI SDK's provider specification wants it; unlike its own mock it keeps no list that grows. */
export function sdkModel(script: Script, version: keyof typeof USAGE): object {
  const usage = USAGE[version];
  const finishReason = ({ calls }: ScriptedTurn): unknown => {
    const unified = calls === undefined ? "stop" : "tool-calls";
    return version === "v4" ? { unified, raw: undefined } : unified;
  };
  return {
    specificationVersion: version,
    provider: "mock",
    modelId: "mock",
    supportedUrls: {},
    async doGenerate() {
      const turn = await script.next();
      return { usage, warnings: [], finishReason: finishReason(turn), content: contentOf(turn) };
    },
    async doStream() {
      const turn = await script.next();
      const finish = { type: "finish", finishReason: finishReason(turn), usage };
      const parts = [{ type: "stream-start", warnings: [] }, ...streamParts(turn), finish];
      return { stream: streamOf(parts) };
    },
  };
}

/** All parts at once: the quickest stream that there is. */
function streamOf(parts: readonly object[]): ReadableStream<object> {
  return new ReadableStream({
    start(controller) {
      for (const part of parts) controller.enqueue(part);
      controller.close();
    },
  });
}

function contentOf({ calls, text }: ScriptedTurn): readonly object[] {
  if (calls === undefined) return [{ type: "text", text }];
  return calls.map(({ id, args }) => toolCall(id, JSON.stringify(args)));
}

function streamParts({ calls, text }: ScriptedTurn): readonly object[] {
  if (calls === undefined)
    return [
      { type: "text-start", id: "1" },
      { type: "text-delta", id: "1", delta: text },
      { type: "text-end", id: "1" },
    ];
  return calls.flatMap(({ id, args }) => {
    const input = JSON.stringify(args);
    return [
      { type: "tool-input-start", id, toolName: "add" },
      { type: "tool-input-delta", id, delta: input },
      { type: "tool-input-end", id },
      toolCall(id, input),
    ];
  });
}

function toolCall(toolCallId: string, input: string): object {
  return { type: "tool-call", toolCallId, toolName: "add", input };
}
