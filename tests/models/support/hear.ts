import { type ModelOptions, openModel } from "#models";
import { type Model, type ModelChunk, type ModelReply, type ModelRequest, PortError } from "#ports";

/** A request that says nothing special. */
export const PLAIN_REQUEST: ModelRequest = {
  modelRef: "",
  system: "You are terse.",
  messages: [{ role: "user", text: "Begin." }],
  tools: [{ name: "read", description: "Reads a file.", schema: { type: "object" }, examples: [] }],
  toolChoice: { kind: "auto" },
  parallelToolCalls: true,
  maxOutputTokens: 1000,
};

/** The key that every test uses: nothing but the server may ever see it. */
export const KEY = "sk-test-0123456789abcdef";

/** Opens a model behind a server on this machine; one attempt, unless a test says otherwise. */
export function openAt(ref: string, baseUrl: string, options: Partial<ModelOptions> = {}): Promise<Model> {
  return openModel(ref, {
    environment: () => KEY,
    baseUrl,
    retry: { attempts: 1, budgetMs: 0 },
    readCassette: () => Promise.reject(new Error("no cassette here")),
    ...options,
  });
}

/** What came of one call. */
export interface Heard {
  readonly chunks: readonly Exclude<ModelChunk, { kind: "reply" }>[];
  readonly reply?: ModelReply;
  readonly error?: PortError;
}

/** Streams one reply to its end, whatever the end is; only a failure of the model is one. */
export async function hear(
  model: Model,
  options: { request?: ModelRequest; signal?: AbortSignal } = {},
): Promise<Heard> {
  const { request = PLAIN_REQUEST, signal = new AbortController().signal } = options;
  const chunks: Exclude<ModelChunk, { kind: "reply" }>[] = [];
  let reply: ModelReply | undefined;
  try {
    if (model.stream === undefined) throw new Error("the model does not stream");
    for await (const chunk of model.stream({ ...request, modelRef: model.ref }, signal))
      if (chunk.kind === "reply") reply = chunk.reply;
      else chunks.push(chunk);
  } catch (error) {
    if (error instanceof PortError) return { chunks, error };
    throw error;
  }
  return reply === undefined ? { chunks } : { chunks, reply };
}

/** All that was said of one kind, as it was given out. */
export function heardText({ chunks }: Heard, kind: "text.delta" | "thinking.delta"): string {
  return chunks.map((chunk) => (chunk.kind === kind ? chunk.text : "")).join("");
}
