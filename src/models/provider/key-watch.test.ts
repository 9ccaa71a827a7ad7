import { expect, test } from "vitest";
import type { ModelChunk } from "#ports";
import { KeyWatch } from "./key-watch.ts";
import { providerSeat } from "./provider-seat.ts";

const KEY = "zq-token-Value9876543210abcdefgh";

function watchFor(key: string): KeyWatch {
  return new KeyWatch(providerSeat("openai/m", { environment: () => key }));
}

/** At which of the pieces a watch throws; -1 for none. */
function thrownAt(watch: KeyWatch, pieces: readonly ModelChunk[]): number {
  return pieces.findIndex((piece) => {
    try {
      watch.assertNoKeyWith(piece);
      return false;
    } catch {
      return true;
    }
  });
}

const letters = (kind: "text.delta" | "thinking.delta"): readonly ModelChunk[] =>
  KEY.split("").map((text) => ({ kind, text }));

test("a key in pieces is seen with the last of them, and only where one speaker says them all", () => {
  expect(thrownAt(watchFor(KEY), letters("text.delta"))).toBe(KEY.length - 1);
  const mixed = [...letters("text.delta").slice(0, 9), ...letters("thinking.delta").slice(9)];
  expect(thrownAt(watchFor(KEY), mixed)).toBe(-1);
});

test("the error says what to do, without the key", () => {
  expect(() => watchFor(KEY).assertNoKey(`it is ${KEY}`)).toThrow(
    "openai/m: the reply holds the key that was sent to https://api.openai.com/v1: nothing of it is kept (check the base URL, and change OPENAI_API_KEY)",
  );
});

test("a key that is a word is not watched for", () => {
  expect(() => watchFor("lm-studio").assertNoKey("lm-studio")).not.toThrow();
});
