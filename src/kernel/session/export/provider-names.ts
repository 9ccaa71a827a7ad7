/** OpenAI takes ids of 40 characters, Anthropic letters, digits, `_` and `-`: these are good for both. */
const ID_LENGTH = 40;
/** What both take as the name of a function. */
const NAME_LENGTH = 64;

/** A tool's name as providers take it. */
export function providerName(tool: string): string {
  return plain(tool, NAME_LENGTH) || "_";
}

/**
 * Gives calls ids that providers take, unique in the whole conversation: the host's ids are unique in their turn only. The same
 * conversation gives the same ids.
 */
export class ProviderIds {
  readonly #given = new Set<string>();

  give(toolCallId: string): string {
    const wish = plain(toolCallId, ID_LENGTH) || "call";
    let id = wish;
    for (let n = 2; this.#given.has(id); n++) {
      const suffix = `_${n}`;
      id = `${wish.slice(0, ID_LENGTH - suffix.length)}${suffix}`;
    }
    this.#given.add(id);
    return id;
  }
}

function plain(text: string, length: number): string {
  return text.replaceAll(/[^A-Za-z0-9_-]/gu, "_").slice(0, length);
}
