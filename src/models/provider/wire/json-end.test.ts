import * as fc from "fast-check";
import { expect, test } from "vitest";
import { JsonEnd } from "./json-end.ts";

function isClosed(...pieces: readonly string[]): boolean {
  const end = new JsonEnd();
  for (const piece of pieces) end.take(piece);
  return end.isClosed;
}

test("an object or a list is closed with its last bracket, wherever the pieces end", () => {
  const structure = fc.oneof(fc.array(fc.jsonValue()), fc.dictionary(fc.string(), fc.jsonValue()));
  fc.assert(
    fc.property(structure, fc.nat(), (value, cut) => {
      const text = JSON.stringify(value);
      const at = cut % text.length;
      expect([isClosed(text.slice(0, at)), isClosed(text.slice(0, at), text.slice(at))]).toEqual([false, true]);
    }),
  );
});

test.each<[boolean, ...string[]]>([
  [true, ' {"a":"}\\"', '\\\\"} ', "\n"],
  [false, '{"a":"\\', '"}'],
  [false, "{}", "{}"],
  [false, "{} x"],
  [false, "12"],
  [false, '"{}"'],
  [false, ""],
])("%s for %j %j", (closed, ...pieces) => expect(isClosed(...pieces)).toBe(closed));
