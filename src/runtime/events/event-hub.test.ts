import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { AgentEvent } from "#ports";
import { type EventHub, eventHub, type EventStream } from "#runtime";

const started = (step: number): AgentEvent => ({ kind: "StepStarted", step, callId: `c${step}` });
const closed = (step: number): AgentEvent => ({ kind: "StepClosed", step });
const text = (said: string, step = 1): AgentEvent => ({ kind: "TextDelta", step, text: said });
const thought = (said: string, step = 1): AgentEvent => ({ kind: "ThinkingDelta", step, text: said });
const piece = (providerCallId: string, argumentsText: string): AgentEvent => ({
  kind: "ToolCallDelta",
  step: 1,
  providerCallId,
  argumentsText,
});
const line = (said: string): AgentEvent => ({
  kind: "ToolOutput",
  step: 1,
  toolCallId: "tc-1",
  stream: "stdout",
  line: said,
});

function emitAll(hub: EventHub, events: readonly AgentEvent[]): void {
  for (const event of events) hub.emit(event);
}

async function readAll(stream: EventStream): Promise<readonly AgentEvent[]> {
  const heard: AgentEvent[] = [];
  for await (const event of stream) heard.push(event);
  return heard;
}

describe("sinks", () => {
  test("hear every event, one sink after the other (R09)", () => {
    const heard: string[] = [];
    const hub = eventHub({ sinks: ["a", "b"].map((name) => (event) => heard.push(`${name} ${event.kind}`)) });
    emitAll(hub, [started(1), text("x"), closed(1)]);
    expect(heard).toEqual([
      "a StepStarted",
      "b StepStarted",
      "a TextDelta",
      "b TextDelta",
      "a StepClosed",
      "b StepClosed",
    ]);
  });

  test("one that throws is told of once, hears the next event, and nobody else notices (R09)", async () => {
    const told: unknown[] = [];
    const heard: AgentEvent[] = [];
    let calls = 0;
    const broken = (): void => {
      calls += 1;
      throw new Error(`broken ${calls}`);
    };
    const hub = eventHub({
      sinks: [broken, (event) => heard.push(event)],
      onSinkError: (error, sink) => told.push(error instanceof Error ? error.message : error, sink === broken),
    });
    const stream = hub.stream();
    emitAll(hub, [started(1), closed(1)]);
    hub.end();
    const facts = [started(1), closed(1)];
    expect([heard, await readAll(stream), told, calls]).toEqual([facts, facts, ["broken 1", true], 2]);
  });

  test("an async one that rejects is told of, and does not end the process (R09)", async () => {
    const told: unknown[] = [];
    const hub = eventHub({
      sinks: [(): Promise<void> => Promise.reject(new Error("later"))],
      onSinkError: (error) => told.push(error),
    });
    emitAll(hub, [started(1), closed(1)]);
    await new Promise((resolve) => setImmediate(resolve));
    expect(told).toEqual([new Error("later")]);
  });

  test("a listener of errors that throws stops nothing (R09)", () => {
    const heard: AgentEvent[] = [];
    const raise = (): never => {
      throw new Error("no");
    };
    const hub = eventHub({ sinks: [raise, (event) => heard.push(event)], onSinkError: raise });
    hub.emit(started(1));
    expect(heard).toEqual([started(1)]);
  });

  test("what a sink causes while it hears an event comes after that event, for everybody (R09)", async () => {
    const heard: AgentEvent[] = [];
    const causes = (event: AgentEvent): void => {
      if (event.kind === "StepStarted") hub.emit(text("caused"));
      if (event.kind === "StepClosed") hub.end();
    };
    const hub: EventHub = eventHub({ sinks: [causes, (event) => heard.push(event)] });
    const stream = hub.stream();
    emitAll(hub, [started(1), closed(1)]);
    const all = [started(1), text("caused"), closed(1)];
    expect([heard, await readAll(stream)]).toEqual([all, all]);
  });
});

describe("a stream", () => {
  test("hears what a sink hears, read at once, in the meantime, or only at the end (R09)", async () => {
    const sunk: AgentEvent[] = [];
    const hub = eventHub({ sinks: [(event) => sunk.push(event)] });
    const early = readAll(hub.stream());
    const late = hub.stream();
    for (let step = 1; step <= 2_000; step++) {
      emitAll(hub, [started(step), closed(step)]);
      if (step % 500 === 0) await Promise.resolve();
    }
    hub.end();
    expect(sunk.length).toBe(4_000);
    expect([await early, await readAll(late)]).toEqual([sunk, sunk]);
  });

  test("begins where it is opened, also when nobody asks it yet and when a sink opens it (R09)", async () => {
    const opened: EventStream[] = [];
    const open = ({ kind }: AgentEvent): void => {
      if (kind === "StepClosed") opened.push(hub.stream());
    };
    const hub: EventHub = eventHub({ sinks: [open] });
    hub.emit(started(1));
    const second = hub.stream();
    emitAll(hub, [closed(1), started(2)]);
    hub.end();
    const after = hub.stream();
    expect(await Promise.all([second, ...opened, after].map(readAll))).toEqual([
      [closed(1), started(2)],
      [started(2)],
      [],
    ]);
  });

  test("that is left early hears no more, and the others go on (R09)", async () => {
    const hub = eventHub();
    const [left, stays] = [hub.stream(), hub.stream()];
    emitAll(hub, [started(1), closed(1)]);
    for await (const event of left) {
      expect(event).toEqual(started(1));
      break;
    }
    hub.emit(started(2));
    hub.end();
    expect([await readAll(left), await readAll(stays)]).toEqual([[], [started(1), closed(1), started(2)]]);
  });

  test("answers readers that wait when it is closed or ends (R09)", async () => {
    const hub = eventHub();
    const [left, ends] = [hub.stream(), hub.stream()];
    const asked = [left.next(), left.next(), ends.next()];
    await left.return();
    hub.emit(started(1));
    hub.end();
    const done = { done: true, value: undefined };
    expect(await Promise.all([...asked, left.next(), ends.next()])).toEqual([
      done,
      done,
      { done: false, value: started(1) },
      done,
      done,
    ]);
  });

  test("answers two questions at once with two events, in order", async () => {
    const hub = eventHub();
    const stream = hub.stream();
    const asked = [stream.next(), stream.next()];
    emitAll(hub, [started(1), closed(1)]);
    expect(await Promise.all(asked)).toEqual([started(1), closed(1)].map((value) => ({ done: false, value })));
  });
});

describe("a slow reader", () => {
  test("gets deltas put together, and misses lines, when its queue is full; facts never (R09)", async () => {
    const hub = eventHub({ queueLimit: 2 });
    const stream = hub.stream();
    emitAll(hub, [
      started(1),
      text("a"),
      text("b"),
      text("c"),
      text("d"),
      thought("e"),
      closed(1),
      text("f"),
      line("g"),
      started(2),
    ]);
    hub.end();
    const kept = [started(1), text("a"), text("bcd"), closed(1), started(2)];
    expect([await readAll(stream), stream.dropped]).toEqual([kept, 3]);
  });

  test("puts arguments together by call only", async () => {
    const hub = eventHub({ queueLimit: 1 });
    const stream = hub.stream();
    emitAll(hub, [piece("x", "{"), piece("x", "}"), piece("y", "{}"), text("z", 2)]);
    hub.end();
    expect([await readAll(stream), stream.dropped]).toEqual([[piece("x", "{}")], 2]);
  });

  test("hears on when it has caught up", async () => {
    const hub = eventHub({ queueLimit: 1 });
    const stream = hub.stream();
    emitAll(hub, [line("a"), line("b")]);
    const first = await stream.next();
    hub.emit(line("c"));
    hub.end();
    expect([first.value, await readAll(stream), stream.dropped]).toEqual([line("a"), [line("c")], 1]);
  });

  test("waits with a bounded text, however long the deltas are (DESIGN 20)", async () => {
    const hub = eventHub({ queueLimit: 1 });
    const stream = hub.stream();
    for (let at = 0; at < 100; at++) hub.emit(text("x".repeat(1_000)));
    hub.end();
    const heard = await readAll(stream);
    expect([heard, stream.dropped]).toEqual([[text("x".repeat(65_000))], 35]);
  });

  test("reads the same facts in the same order as a sink, however it reads (R09)", async () => {
    const event = fc.oneof(
      fc.nat(9).map(started),
      fc.nat(9).map(closed),
      fc.string().map((said) => text(said)),
      fc.string().map(line),
    );
    const property = fc.asyncProperty(
      fc.array(fc.record({ event, reads: fc.nat(2) })),
      fc.integer({ min: 1, max: 4 }),
      async (rows, queueLimit) => {
        const sunk: AgentEvent[] = [];
        const hub = eventHub({ sinks: [(heard) => sunk.push(heard)], queueLimit });
        const stream = hub.stream();
        const asked = rows.flatMap((row) => {
          hub.emit(row.event);
          return Array.from({ length: row.reads }, () => stream.next());
        });
        hub.end();
        const answered = (await Promise.all(asked)).flatMap(({ value }) => value ?? []);
        const read = [...answered, ...(await readAll(stream))];
        const isFact = ({ kind }: AgentEvent): boolean => kind === "StepStarted" || kind === "StepClosed";
        expect(read.filter(isFact)).toEqual(sunk.filter(isFact));
      },
    );
    await fc.assert(property, { numRuns: 200 });
  });
});

describe("the end", () => {
  test("a late line is nobody's, a late fact is a bug", () => {
    const hub = eventHub();
    hub.end();
    hub.emit(line("late"));
    expect(() => hub.emit(closed(1))).toThrow("StepClosed after the end of the run");
  });

  test.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])("a queue of %s events is refused", (queueLimit) => {
    expect(() => eventHub({ queueLimit })).toThrow(RangeError);
  });
});
