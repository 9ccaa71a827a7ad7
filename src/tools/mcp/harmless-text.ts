import { clipText, harmlessText as harmless } from "#kernel";

/** A foreign text as it may be shown to a model and a person, with the line ends of this place. */
export function harmlessText(text: string): string {
  return harmless(text.replaceAll("\r\n", "\n"));
}

/** The same, of at most so many UTF-16 units. */
export function harmlessClip(text: string, limit: number): string {
  return clipText(harmlessText(clipText(text, limit)), limit);
}
