import { expect, test } from "vitest";
import { LiveScreen } from "./live-screen.ts";

/** What is written, sequence by sequence, and the screen it is written for. */
function screen(columns = 20, rows = 10) {
  const written: string[] = [];
  const live = new LiveScreen({ write: (text) => written.push(text), columns: () => columns, rows: () => rows });
  return { live, written };
}

test("a frame is drawn over itself, and rows stay above it", () => {
  const { live, written } = screen();
  live.draw([], ["a", "b"]);
  live.draw(["kept"], ["c"]);
  live.clear();
  live.clear();
  expect(written).toEqual(["a\nb", "\r\u001B[1A\u001B[Jkept\nc", "\r\u001B[J"]);
});

test("what is the same is not drawn twice, unless something stands above it", () => {
  const { live, written } = screen();
  live.draw([], ["a"]);
  live.draw([], ["a"]);
  live.draw(["row"], ["a"]);
  live.draw([], ["a"], 3);
  expect(written).toEqual(["a", "\r\u001B[Jrow\na", "\r\u001B[Ja\u001B[3D"]);
});

test("a frame that is higher than the screen shows its end", () => {
  const { live, written } = screen(20, 3);
  live.draw([], ["1", "2", "3", "4"]);
  expect(written).toEqual(["3\n4"]);
});

test("rows that a narrower screen has broken are taken away whole, colours not counted", () => {
  let columns = 40;
  const written: string[] = [];
  const live = new LiveScreen({ write: (text) => written.push(text), columns: () => columns, rows: () => 10 });
  live.draw([], [`\u001B[2m${"x".repeat(30)}\u001B[0m`, "y"]);
  columns = 10;
  live.draw([], ["z"]);
  expect(written[1]).toBe("\r\u001B[3A\u001B[Jz");
});
