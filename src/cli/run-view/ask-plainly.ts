import type { PermissionAnswer, PermissionQuestion } from "#ports";
import { harmless } from "../render/paper.ts";
import { ANSWER_KEYS, answerOf, questionLines, READING_MS } from "./approval.ts";
import { openKeyboard } from "./keyboard.ts";
import type { Asking, ViewHooks } from "./run-view.ts";

/** Asks on a terminal that shows nothing but lines: the question, the keys, and one key back. */
export function askPlainly(
  question: PermissionQuestion,
  { by, signal }: Asking,
  { write, onStop }: Pick<ViewHooks, "onStop"> & { readonly write: (text: string) => void },
): Promise<PermissionAnswer | undefined> {
  const lines = ["the agent wants to do this:", ...questionLines(question), `allow it?  ${ANSWER_KEYS}`];
  write(lines.map((line) => `${harmless(line)}\n`).join(""));
  const shown = performance.now();
  return new Promise((resolve) => {
    const answer = (given: PermissionAnswer | undefined): void => {
      keyboard.close();
      signal.removeEventListener("abort", late);
      resolve(given);
    };
    const late = (): void => answer(undefined);
    const keyboard = openKeyboard({
      write: () => undefined,
      marksPaste: false,
      onReturn: () => undefined,
      onGone: late,
      onKey: (key) => {
        if (key.kind === "interrupt") {
          onStop("interrupted from the keyboard");
          return late();
        }
        const said = performance.now() - shown < READING_MS ? undefined : answerOf(key);
        if (said !== undefined) answer({ ...said, by });
      },
    });
    signal.addEventListener("abort", late, { once: true });
  });
}
