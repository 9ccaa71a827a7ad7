import type { PermissionAnswer, PermissionQuestion } from "#ports";
import { harmless } from "../render/paper.ts";
import { ANSWER_KEYS } from "./approval.ts";
import { DeliberateAnswer } from "./deliberate-answer.ts";
import { openKeyboard } from "./keyboard.ts";
import type { Key } from "./keys.ts";
import { editLine, EMPTY_LINE, lineText } from "./line-editor.ts";
import { questionLines } from "./question-lines.ts";
import type { Asking, ViewHooks } from "./run-view.ts";

const PROMPT = `allow it?  ${ANSWER_KEYS}\n`;

/** Asks on a terminal that shows nothing but lines: the question, the keys, and a letter and Enter back. */
export function askPlainly(
  question: PermissionQuestion,
  { by, signal }: Asking,
  { write, onStop }: Pick<ViewHooks, "onStop"> & { readonly write: (text: string) => void },
): Promise<PermissionAnswer | undefined> {
  const lines = ["the agent wants to do this:", ...questionLines(question)];
  write(`${lines.map((line) => `${harmless(line)}\n`).join("")}${PROMPT}`);
  const said = new DeliberateAnswer(performance.now());
  let line = EMPTY_LINE;
  return new Promise((resolve) => {
    const answer = (given: PermissionAnswer | undefined): void => {
      keyboard.close();
      signal.removeEventListener("abort", late);
      resolve(given);
    };
    const late = (): void => answer(undefined);
    const typed = (key: Key, isAlone: boolean): void => {
      const given = said.press(key, { now: performance.now(), isAlone, line: lineText(line) });
      if (given !== undefined && given !== "none") {
        write("\n");
        return answer({ ...given, by });
      }
      line = key.kind === "enter" ? EMPTY_LINE : editLine(line, key);
      // Nobody else shows what is typed; what was taken back is shown by asking again.
      if (key.kind === "text" || key.kind === "paste") write(harmless(key.text));
      else write(`\n${PROMPT}${harmless(lineText(line))}`);
    };
    const keyboard = openKeyboard({
      write: () => undefined,
      marksPaste: false,
      onReturn: () => undefined,
      onGone: late,
      onKey: (key, isAlone) => {
        if (key.kind !== "interrupt") return typed(key, isAlone);
        onStop("interrupted from the keyboard");
        late();
      },
    });
    signal.addEventListener("abort", late, { once: true });
  });
}
