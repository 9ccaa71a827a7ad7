import { randomUUID } from "node:crypto";
import { modelError } from "../../model-error.ts";

/**
 * Blocks that go over the wire exactly as they came. The provider packages know some of them and drop or rebuild the rest, so a text stands
 * in the prompt for each, and its block takes that text's place in the finished body.
 */
export class Splices {
  // Not to be guessed: a model that wrote such a text would otherwise write blocks.
  readonly #token = `tusk-block-${randomUUID()}`;
  readonly #blocks: string[] = [];

  /** The text that stands for a block. */
  stand(block: string): string {
    this.#blocks.push(block);
    return `${this.#token}-${this.#blocks.length - 1}.`;
  }

  /** The body with every block in its place. */
  into(body: string): string {
    let text = body;
    for (const [n, block] of this.#blocks.entries()) {
      const at = text.indexOf(`"${this.#token}-${n}."`);
      // The text stands in a flat object: the braces next to it are that object's.
      const start = text.lastIndexOf("{", at);
      const end = text.indexOf("}", at);
      if (at === -1 || start === -1 || end === -1)
        throw modelError("unsendable", "a block of the history has no place in the request");
      text = text.slice(0, start) + block + text.slice(end + 1);
    }
    return text;
  }
}
