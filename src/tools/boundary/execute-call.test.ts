import { getEventListeners } from "node:events";
import { describe, expect, test, vi } from "vitest";
import { EPOCH, InvariantError, type JsonObject, type ToolFailure } from "#kernel";
import {
  type CallSetting,
  type CallWorkspace,
  type Tool,
  type ToolContext,
  ToolFailed,
  type WorkspaceSession,
} from "#ports";
import { temporaryFolder } from "../../../tests/support/temporary-folder.ts";
import { toolFromJsonSchema } from "../tool-from-json-schema.ts";
import { toolSet } from "../tool-set.ts";
import { openWorkspace } from "../workspace/open-workspace.ts";
import { executeCall, type Execution } from "./execute-call.ts";
import { isPromiseLike } from "./is-promise-like.ts";
import { prepareCall } from "./prepare-call.ts";
import type { PreparedCall } from "./prepared-call.ts";
import { ToolDispatchError } from "./tool-dispatch-error.ts";

const folder = temporaryFolder();
const TRUNCATION = { maxBytes: 1_000, keep: "middle", marker: "…" } as const;

function settingOf(more: Partial<CallSetting> = {}): CallSetting {
  return {
    correlationId: "run-1",
    stepId: "step-1",
    signal: new AbortController().signal,
    workspace: openWorkspace(folder, { role: "person" }),
    clock: { now: () => EPOCH },
    truncation: TRUNCATION,
    onThrow: "raise",
    ...more,
  };
}

function callOf(run: (args: unknown, context: ToolContext) => unknown, more: Partial<Tool> = {}): PreparedCall {
  const tool = { ...toolFromJsonSchema({ name: "look", schema: {}, run }), ...more };
  const preparing = prepareCall(toolSet(tool).build(), { toolCallId: "tc-1", tool: "look", argumentsText: "{}" });
  if (isPromiseLike(preparing) || !preparing.ok) throw new Error("the call was refused");
  return preparing.call;
}

const EMPTY = { reads: [], artifacts: [] };
const forever = (): Promise<never> => new Promise(() => undefined);

function failureOf(execution: Execution): ToolFailure | undefined {
  return execution.kind === "failed" ? execution.failure : undefined;
}

describe("a tool that ends", () => {
  test.each<[string, () => unknown]>([
    ["with a value", () => ({ a: 1 })],
    ["with a promise", () => Promise.resolve({ a: 1 })],
    // oxlint-disable-next-line unicorn/no-thenable -- what calls itself a promise is what is tested
    ["with a thenable", () => ({ then: (resolve: (value: JsonObject) => void) => resolve({ a: 1 }) })],
  ])("%s has returned", async (_, run) => {
    expect(await executeCall(callOf(run), settingOf())).toEqual({ kind: "returned", output: { a: 1 }, record: EMPTY });
  });

  test("has been given the identity of its call, the clock and a signal", () => {
    const seen: unknown[] = [];
    void executeCall(
      callOf((_, { correlationId, stepId, toolCallId, clock, signal }) => {
        seen.push(correlationId, stepId, toolCallId, clock.now(), signal.aborted);
        return null;
      }),
      settingOf(),
    );
    expect(seen).toEqual(["run-1", "step-1", "tc-1", EPOCH, false]);
  });

  test.each<[string, () => unknown]>([
    [
      "ToolFailed",
      () => {
        throw new ToolFailed("NotFound", "no such file");
      },
    ],
    ["a rejected ToolFailed", () => Promise.reject(new ToolFailed("NotFound", "no such file"))],
    ["a plain ToolFailure", () => Promise.reject({ code: "NotFound", retryable: true, message: "no such file" })],
  ])("by throwing %s has a result, and the table says whether to try again (DESIGN 18)", async (_, run) => {
    expect(await executeCall(callOf(run), settingOf())).toEqual({
      kind: "failed",
      executed: true,
      failure: { code: "NotFound", retryable: false, message: "look: no such file" },
      record: EMPTY,
    });
  });

  const evil = {
    get message(): string {
      throw new Error("again");
    },
    get code(): string {
      throw new Error("again");
    },
  };

  test.each<[string, unknown, string]>([
    [
      "an Error",
      new TypeError("no property of /home/dev/secret/file.ts:12\nat line"),
      "TypeError: no property of <path>:12",
    ],
    [
      "an Error with a code",
      Object.assign(new Error("ENOENT: no file, open 'C:\\Users\\dev\\x'"), { code: "Timeout" }),
      "Error: ENOENT: no file, open '<path>'",
    ],
    ["a text", "boom", "string was thrown"],
    ["nothing", undefined, "undefined was thrown"],
    ["an object whose getters throw", evil, "object was thrown"],
    ["an object with an unknown code", { code: "Nope", message: "x" }, "object was thrown"],
    [
      "ToolFailed with a code that only objects know",
      new ToolFailed("constructor" as "NotFound", "x"),
      "ToolFailed: x",
    ],
    ["an Error that would write on a terminal", new Error("\u001B[31m\u0085 x"), "Error: \\u{1b}[31m\\u{85} x"],
    [
      "an Error that cannot be read",
      Object.defineProperty(new Error("x"), "message", {
        get: () => {
          throw new Error("again");
        },
      }),
      "something that cannot be read was thrown",
    ],
  ])("by throwing %s has failed the run, or answers without stack and paths (DESIGN 18)", async (_, thrown, text) => {
    const call = callOf(() => Promise.reject(thrown));
    expect(await executeCall(call, settingOf({ onThrow: "answer" }))).toEqual({
      kind: "failed",
      executed: true,
      failure: { code: "NonZeroExit", retryable: false, message: `look ended with an error of its own: ${text}` },
      record: EMPTY,
    });
    const raised: unknown = await Promise.resolve(executeCall(call, settingOf())).catch((error: unknown) => error);
    if (!(raised instanceof ToolDispatchError)) throw new Error("the call did not fail the run");
    const { kind, tool, toolCallId, cause, record } = raised;
    expect({ kind, tool, toolCallId, record }).toEqual({
      kind: "Execution",
      tool: "look",
      toolCallId: "tc-1",
      record: EMPTY,
    });
    expect(Object.is(cause, thrown)).toBe(true);
  });
});

describe("a tool that does not end", () => {
  test("is told to stop when its time is over, and is a timeout after its grace", async () => {
    vi.useFakeTimers();
    try {
      let reason: unknown;
      const call = callOf(
        (_, { signal }) => {
          signal.addEventListener("abort", () => (reason = (signal.reason as DOMException).name));
          return forever();
        },
        { timeoutMs: 100 },
      );
      const ending = executeCall(call, settingOf());
      await vi.advanceTimersByTimeAsync(99);
      expect(reason).toBeUndefined();
      await vi.advanceTimersByTimeAsync(1);
      expect(reason).toBe("TimeoutError");
      await vi.advanceTimersByTimeAsync(50);
      expect(await ending).toEqual({
        kind: "failed",
        executed: true,
        failure: { code: "Timeout", retryable: true, message: "look did not end within 100 ms and was stopped" },
        record: EMPTY,
      });
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });

  test.each<[string, (resolve: (value: unknown) => void, reject: (reason: unknown) => void) => void]>([
    ["with a value", (resolve) => resolve("late")],
    ["with an error", (_, reject) => reject(new Error("aborted"))],
  ])("and ends %s once its time is over is a timeout all the same", async (_, end) => {
    const call = callOf(
      (_args, { signal }) =>
        new Promise((resolve, reject) => signal.addEventListener("abort", () => end(resolve, reject))),
      { timeoutMs: 5 },
    );
    expect(failureOf(await executeCall(call, settingOf()))?.code).toBe("Timeout");
  });

  test.each<[string, (busy: () => void) => unknown]>([
    ["value", (busy) => (busy(), "late")],
    [
      "throw",
      (busy) => {
        busy();
        throw new Error("late");
      },
    ],
    // oxlint-disable-next-line typescript/require-await -- code that never lets go of the thread is what is tested
    ["promise", async (busy) => (busy(), "late")],
  ])("lets go of the thread when its time is over: its %s does not count, what it did is recorded", async (_, end) => {
    const session = openWorkspace(temporaryFolder(), { role: "person" });
    const busy = (): void => {
      const until = performance.now() + 30;
      while (performance.now() < until);
    };
    const call = callOf(
      (_args, { workspace }) => {
        workspace.change([{ kind: "put", path: "a.txt", bytes: Buffer.from("a"), from: undefined }]);
        return end(busy);
      },
      { timeoutMs: 5 },
    );
    const execution = await executeCall(call, settingOf({ workspace: session }));
    expect(failureOf(execution)).toEqual({
      code: "Timeout",
      retryable: true,
      message: "look did not end within 5 ms and ended too late; it had changed 1 files",
    });
    expect(execution.record.artifacts.map(({ path }) => path)).toEqual(["a.txt"]);
    session.close();
  });

  test("writes nothing after it was given up", async () => {
    const session = openWorkspace(temporaryRoot, { role: "person" });
    let late: unknown;
    const call = callOf(
      async (_, { workspace }) => {
        await new Promise((resolve) => setTimeout(resolve, 120));
        try {
          workspace.change([{ kind: "put", path: "late.txt", bytes: Buffer.from("late"), from: undefined }]);
        } catch (error) {
          late = error;
        }
        return null;
      },
      { timeoutMs: 5 },
    );
    await executeCall(call, settingOf({ workspace: session }));
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect(late).toBeInstanceOf(Error);
    expect(session.forCall("look").workspace.entry("late.txt")).toBeUndefined();
    session.close();
  });
});

const temporaryRoot = temporaryFolder();

describe("a call that is cancelled", () => {
  test("before it starts is not started", async () => {
    const run = vi.fn(() => null);
    expect(await executeCall(callOf(run), settingOf({ signal: AbortSignal.abort() }))).toEqual({
      kind: "failed",
      executed: false,
      failure: {
        code: "Interrupted",
        retryable: false,
        message: "look was not started: the run was cancelled before",
      },
      record: EMPTY,
    });
    expect(run).not.toHaveBeenCalled();
  });

  test("and ends in time with a result has a known outcome, and keeps it (DESIGN 8)", async () => {
    const controller = new AbortController();
    const call = callOf(
      (_, { signal }) => new Promise((resolve) => signal.addEventListener("abort", () => resolve("done"))),
    );
    const ending = executeCall(call, settingOf({ signal: controller.signal }));
    controller.abort();
    expect(await ending).toEqual({ kind: "returned", output: "done", record: EMPTY });
    expect(getEventListeners(controller.signal, "abort")).toEqual([]);
  });

  test("and throws because of it was interrupted: its effect is unknown (DESIGN 8)", async () => {
    const controller = new AbortController();
    const call = callOf(
      (_, { signal }) =>
        new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(new Error("AbortError")))),
    );
    const ending = executeCall(call, settingOf({ signal: controller.signal }));
    controller.abort();
    expect(failureOf(await ending)).toEqual({
      code: "Interrupted",
      retryable: false,
      message: "look was cancelled while it ran: whether it took effect is unknown",
    });
  });

  test("and throws ToolFailed keeps its word", async () => {
    const controller = new AbortController();
    const call = callOf(
      (_, { signal }) =>
        new Promise((_resolve, reject) =>
          signal.addEventListener("abort", () => reject(new ToolFailed("Denied", "stopped at the door"))),
        ),
    );
    const ending = executeCall(call, settingOf({ signal: controller.signal }));
    controller.abort();
    expect(failureOf(await ending)).toEqual({ code: "Denied", retryable: false, message: "look: stopped at the door" });
  });

  test("and never ends is given up after two seconds", async () => {
    vi.useFakeTimers();
    try {
      const controller = new AbortController();
      const ending = executeCall(callOf(forever), settingOf({ signal: controller.signal }));
      controller.abort();
      await vi.advanceTimersByTimeAsync(2_000);
      expect(failureOf(await ending)?.code).toBe("Interrupted");
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe("the files of a call", () => {
  const path = { path: "a.txt" } as const;

  /** A session whose one call has read and written, and that notes when it is closed. */
  function sessionWith(noted: string[]): WorkspaceSession {
    const real = openWorkspace(folder, { role: "person" });
    const record = {
      reads: ["b.txt"],
      artifacts: [{ ...path, role: "person", surface: "look", basis: "created" as const }],
    };
    const files: CallWorkspace = {
      workspace: real.forCall("look").workspace,
      record: () => record,
      revoke: () => void noted.push("revoked"),
    };
    return { ...real, forCall: (surface) => (noted.push(surface), files) };
  }

  test.each<[string, () => unknown]>([
    ["returns", () => null],
    ["throws", () => Promise.reject(new ToolFailed("NotFound", "x"))],
  ])("are its own, and are taken away when it %s", async (_, run) => {
    const noted: string[] = [];
    const { record } = await executeCall(callOf(run), settingOf({ workspace: sessionWith(noted) }));
    expect(noted).toEqual(["look", "revoked"]);
    expect(record.reads).toEqual(["b.txt"]);
  });

  test("are counted in the message of a timeout: something was changed", async () => {
    const setting = settingOf({ workspace: sessionWith([]) });
    const execution = await executeCall(callOf(forever, { timeoutMs: 1 }), setting);
    expect(failureOf(execution)?.message).toBe("look did not end within 1 ms and was stopped; it had changed 1 files");
  });
});

test("what prepareCall did not mint is not run, whatever it looks like", () => {
  const real = callOf(() => "ran");
  const { toolCallId, tool, args, repairs } = real;
  const look = { toolCallId, tool, args, repairs, input: {}, received: {} };
  const forged = [
    look,
    Object.assign({}, real),
    Object.create(real),
    Object.create(Object.getPrototypeOf(real)),
    new Proxy(real, {}),
  ] as PreparedCall[];
  for (const call of forged) expect(() => executeCall(call, settingOf())).toThrow(InvariantError);
  const Minted = real.constructor as new (...args: unknown[]) => PreparedCall;
  expect(() => new Minted(look, Symbol("PreparedCall"))).toThrow(InvariantError);
  expect(executeCall(real, settingOf())).toMatchObject({ kind: "returned", output: "ran" });
});
