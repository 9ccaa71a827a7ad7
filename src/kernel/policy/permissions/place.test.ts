import { expect, test } from "vitest";
import { eitherPlaces, placeOf, startPlaces } from "./place.ts";

const ROOT = { inside: true, parts: [] };
const SUB = { inside: true, parts: ["src", "a"] };

test.each([
  ["x/y", SUB, undefined, { inside: true, parts: ["src", "a", "x", "y"] }],
  ["../b", SUB, undefined, { inside: true, parts: ["src", "b"] }],
  ["../../..", SUB, undefined, undefined],
  ["..", ROOT, "/home/u/ws", { inside: false, parts: ["home", "u"] }],
  ["../ws-evil/x", ROOT, "/home/u/ws", { inside: false, parts: ["home", "u", "ws-evil", "x"] }],
  ["../ws/x", ROOT, "/home/u/ws", { inside: true, parts: ["x"] }],
  ["/home/u/ws/x", ROOT, "/home/u/ws", { inside: true, parts: ["x"] }],
  ["/home/u/ws/../x", ROOT, "/home/u/ws", { inside: false, parts: ["home", "u", "x"] }],
  ["/etc//./passwd", ROOT, undefined, { inside: false, parts: ["etc", "passwd"] }],
  ["/x", ROOT, "/", { inside: false, parts: ["x"] }],
  ["~/x", ROOT, undefined, undefined],
  ["", ROOT, undefined, undefined],
  ["a*/../x", ROOT, undefined, undefined],
])("%j from %j below %s", (path, from, root, expected) => {
  expect(placeOf(path, from, root)).toEqual(expected);
});

test("a workdir that is no path is no place", () => {
  expect([startPlaces(undefined, undefined), startPlaces("src", undefined), startPlaces(3, undefined)]).toEqual([
    [ROOT],
    [{ inside: true, parts: ["src"], real: true }],
    undefined,
  ]);
});

test("places are kept once, and too many are as good as none", () => {
  const many = Array.from({ length: 9 }, (_, at) => ({ inside: true, parts: [`${at}`] }));
  expect([eitherPlaces([ROOT], [ROOT]), eitherPlaces(many, [ROOT]), eitherPlaces(undefined, [ROOT])]).toEqual([
    [ROOT],
    undefined,
    undefined,
  ]);
});
