import { describe, expect, test } from "vitest";
import { MOST_WAITING, type StandardStream, steadyWriter } from "./steady-writer.ts";

/** A stream whose reader reads when it is told to. */
function slowStream(): StandardStream & { readonly read: () => void; readonly fail: (code: string) => void } {
  const waiting: { readonly text: string; readonly done: () => void }[] = [];
  let hear: (error: Error) => void = () => undefined;
  return {
    get writableLength() {
      return waiting.reduce((sum, { text }) => sum + text.length, 0);
    },
    write: (text, done) => void waiting.push({ text, done }),
    on: (_event, heard) => (hear = heard),
    read() {
      for (const { done } of waiting.splice(0)) done();
    },
    fail: (code) => hear(Object.assign(new Error(code), { code })),
  };
}

describe("a steady writer", () => {
  test("never waits; whoever has written too much hears when the reader has caught up", async () => {
    const stream = slowStream();
    const writer = steadyWriter(stream, () => undefined);
    writer.write("x".repeat(MOST_WAITING));
    expect(writer.room()).toBeUndefined();
    writer.write("y");
    const [room, drained] = [writer.room(), writer.drained()];
    expect(room).toBeInstanceOf(Promise);
    stream.read();
    await Promise.all([room, drained]);
    expect(writer.room()).toBeUndefined();
  });

  test("a reader that is gone is told once, and nobody waits for it", async () => {
    const stream = slowStream();
    const told: string[] = [];
    const writer = steadyWriter(stream, (code) => told.push(code));
    writer.write("x".repeat(MOST_WAITING + 1));
    const [room, drained] = [writer.room(), writer.drained()];
    stream.fail("EPIPE");
    stream.fail("EPIPE");
    await Promise.all([room, drained, writer.drained()]);
    writer.write("dropped");
    expect([told, stream.writableLength]).toEqual([["EPIPE"], MOST_WAITING + 1]);
  });
});
