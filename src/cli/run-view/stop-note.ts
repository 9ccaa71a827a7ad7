/** What a person should know of a reply that ended otherwise than by itself; words that nobody here knows are told by the error. */
const NOTES: Readonly<Record<string, string>> = {
  refusal: "the model refused to go on; nothing of this reply was run",
  content_filter: "the provider's filter ended the reply; nothing of it was run",
  max_tokens: "the reply was cut off at its greatest length (run.outputTokens)",
};

/** One sentence about why a reply ended; undefined where it ended as replies do. */
export function stopNote(stopReason: string): string | undefined {
  return Object.hasOwn(NOTES, stopReason) ? NOTES[stopReason] : undefined;
}
