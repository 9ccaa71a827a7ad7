import { answerOf, isAnswerWord, READING_MS, type Said } from "./approval.ts";
import type { Key } from "./keys.ts";

/** How a key came: when, whether anything else came with it, and what stood in the line before. */
export interface Pressed {
  readonly now: number;
  readonly isAlone: boolean;
  readonly line: string;
}

/**
 * Tells an answer from everything else that is typed at a question: a letter and then Enter, each pressed by itself, by somebody who can have
 * read the question. What was typed before, what is part of a word, and what comes all at once is none.
 */
export class DeliberateAnswer {
  readonly #shown: number;
  #letter: Said | undefined;
  #wasTooQuick = false;

  constructor(shown: number) {
    this.#shown = shown;
  }

  /** What Enter would say now. */
  get letter(): Said | undefined {
    return this.#letter;
  }

  /** Something looked like an answer and came in a way in which nobody answers. */
  get wasTooQuick(): boolean {
    return this.#wasTooQuick;
  }

  /** The answer, once it is given; `none` where a line looked like one and is to be forgotten; undefined for everything else. */
  press(key: Key, { now, isAlone, line }: Pressed): Said | "none" | undefined {
    const letter = this.#letter;
    const canCount = isAlone && now - this.#shown >= READING_MS;
    this.#letter = canCount && line === "" ? answerOf(key) : undefined;
    if (key.kind !== "enter") return undefined;
    const said = canCount ? letter : undefined;
    this.#wasTooQuick = said === undefined && isAnswerWord(line.trim());
    return said ?? (this.#wasTooQuick ? "none" : undefined);
  }
}
