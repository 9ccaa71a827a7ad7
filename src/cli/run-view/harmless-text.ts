import { harmlessText as harmless } from "#kernel";

/** Text of several lines, made harmless for a terminal: its line ends stay, and nothing else of it commands anything. */
export function harmlessText(text: string): string {
  return harmless(text.replaceAll("\r\n", "\n"));
}
