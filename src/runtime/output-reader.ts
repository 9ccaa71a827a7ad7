import type { Json } from "#kernel";

/** What a final answer is, or one sentence for the model why it is none. */
export type OutputReading =
  | { readonly ok: true; readonly output: Json }
  | { readonly ok: false; readonly problem: string };

/** Reads the final answer from the model's last text. */
export type OutputReader = (text: string) => OutputReading | Promise<OutputReading>;

/** Any text is an answer. */
export const plainText: OutputReader = (text) => ({ ok: true, output: text });
