import { harmless } from "../render/paper.ts";

/** Text of several lines, made harmless for a terminal: its line ends stay, and nothing else of it commands anything. */
export function harmlessText(text: string): string {
  return text.replaceAll("\r\n", "\n").split("\n").map(harmless).join("\n");
}
