// Servers as they should be, written with the server package, over their standard streams (T09).
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { catalogRow } from "../../src/index.ts";
import { cardOf } from "#tools";
import { eventually } from "../sandbox/sandbox-order.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { answerOf, callMcp, opened } from "./opened.ts";
import { program } from "./program.ts";

const folder = temporaryFolder();

describe("tools of a server (T09)", () => {
  test("are listed under names of their own, with schema and example digests in the catalog", async () => {
    const mcp = await opened({ calc: { ...program("sdk-server"), tools: ["sum", "echo", "absent"] } });
    expect(mcp.servers).toEqual([
      {
        name: "calc",
        kind: "stdio",
        status: "ready",
        restarts: 0,
        tools: ["mcp__calc__echo", "mcp__calc__sum"],
        refused: [{ tool: "absent", problem: "the server lists no such tool" }],
        withdrawn: [],
      },
    ]);
    const [echo, sum] = mcp.tools;
    expect(sum).toMatchObject({ description: "Adds two numbers.", effects: ["other"], examples: [{ a: 1, b: 2 }] });
    const rows = [echo, sum].map((tool) => tool && catalogRow(cardOf(tool)));
    expect(rows.map((row) => [row?.name, row?.effects])).toEqual([
      ["mcp__calc__echo", ["other"]],
      ["mcp__calc__sum", ["other"]],
    ]);
    expect(new Set(rows.flatMap((row) => [row?.schemaDigest, row?.exampleDigest])).size).toBe(4);
    const again = await opened({ calc: { ...program("sdk-server"), tools: ["echo"] } });
    expect(again.tools.map((tool) => catalogRow(cardOf(tool)))).toEqual([rows[0]]);
  });

  test("are called: text as it is, what is structured as JSON, other kinds by name, nothing that acts on a terminal", async () => {
    const mcp = await opened({ s: program("sdk-server") });
    expect(await answerOf(mcp, "mcp__s__echo", { text: "größe 寸法 👩‍👩‍👧\nsecond" })).toEqual([
      "ok",
      "größe 寸法 👩‍👩‍👧\nsecond",
    ]);
    expect(await answerOf(mcp, "mcp__s__sum", { a: 1.5, b: 2 })).toEqual(["ok", '{"sum":3.5}']);
    expect(await answerOf(mcp, "mcp__s__mixed")).toEqual([
      "ok",
      "seen \\u{1b}[31mred\\u{1b}[0m\\u{202e}\n[image, image/png, 300 bytes]\n[resource_link, file:///x]\ninside",
    ]);
  });

  test("that fail are failures the model sees; arguments that do not fit never reach the server", async () => {
    const mcp = await opened({ s: program("sdk-server") });
    expect(await answerOf(mcp, "mcp__s__fail")).toEqual([
      "failed",
      { code: "NonZeroExit", message: "mcp__s__fail: the disk is full", retryable: false },
    ]);
    const { executed, failure } = await callMcp(mcp, "mcp__s__sum", { a: "one" });
    expect([executed, failure?.code]).toEqual([false, "InvalidInput"]);
  });

  test("of several servers stand side by side, and one that cannot be used hinders no other", async () => {
    const mcp = await opened({
      one: { ...program("sdk-server"), tools: ["pid"] },
      gone: { command: "no-such-program-anywhere" },
      wrong: { command: "/dev/null" },
      two: { ...program("sdk-server"), tools: ["pid"] },
      unset: { ...program("sdk-server"), env: { TOKEN: "Bearer ${NO_SUCH_VARIABLE_HERE}" } },
      address: { url: "ftp://127.0.0.1/" },
    });
    expect(mcp.tools.map(({ name }) => name)).toEqual(["mcp__one__pid", "mcp__two__pid"]);
    expect(mcp.servers.map(({ status, problem }) => [status, problem?.code, problem?.message])).toEqual([
      ["ready", undefined, undefined],
      [
        "failed",
        "unusable",
        'MCP server "gone" has the command no-such-program-anywhere, which is not on the PATH: install it or name its path',
      ],
      ["failed", "died", expect.stringContaining('MCP server "wrong" ')],
      ["ready", undefined, undefined],
      [
        "failed",
        "unusable",
        'MCP server "unset" has env.TOKEN, which names NO_SUCH_VARIABLE_HERE: that variable is not set',
      ],
      ["failed", "unusable", 'MCP server "address" has a url that is no http or https address'],
    ]);
    const [one, two] = [await answerOf(mcp, "mcp__one__pid"), await answerOf(mcp, "mcp__two__pid")];
    expect([one[0], two[0], one[1] === two[1]]).toEqual(["ok", "ok", false]);
  });
});

test("a server gets a few variables and its own, and no key of ours", async () => {
  const ours: Readonly<Record<string, string>> = {
    PATH: "/usr/bin:/bin",
    HOME: "/home/x",
    ANTHROPIC_API_KEY: "sk-1",
    TOKEN: "t-123456",
  };
  const server = { ...program("sdk-server"), tools: ["env"], env: { GIVEN: "plain", FILLED: "Bearer ${TOKEN}" } };
  const mcp = await opened({ s: server }, { environment: (name) => ours[name] });
  const { shown } = await callMcp(mcp, "mcp__s__env");
  expect(JSON.parse(shown)).toEqual({
    PATH: "/usr/bin:/bin",
    HOME: "/home/x",
    GIVEN: "plain",
    FILLED: "Bearer t-123456",
    TUSK_MCP: expect.any(String),
  });
});

describe("a tool that is not what the model was told", () => {
  test.each([
    ["schema", "denied", "Denied", "changed"],
    ["description", "denied", "Denied", "changed"],
    ["vanish", "failed", "NotFound", "vanished"],
  ])("is not called any more: %s", async (how, outcome, code, word) => {
    const mcp = await opened({ s: program("sdk-server") });
    expect(await answerOf(mcp, "mcp__s__echo", { text: "a" })).toEqual(["ok", "a"]);
    expect(await answerOf(mcp, "mcp__s__change", { how })).toEqual(["ok", "changed"]);
    const refused = await callMcp(mcp, "mcp__s__echo", { text: "b" });
    expect([refused.outcome, refused.failure?.code]).toEqual([outcome, code]);
    expect(refused.failure?.message).toContain("it was not called and cannot be in this run");
    expect(mcp.servers[0]?.withdrawn).toEqual([{ tool: "mcp__s__echo", how: word }]);
    // The others are as they were.
    expect(await answerOf(mcp, "mcp__s__sum", { a: 1, b: 1 })).toEqual(["ok", '{"sum":2}']);
  });

  test("a notice without a change withdraws nothing, and a new tool is not added in the middle of a run", async () => {
    const mcp = await opened({ s: program("sdk-server") });
    const names = mcp.tools.map(({ name }) => name);
    await answerOf(mcp, "mcp__s__change", { how: "nothing" });
    await answerOf(mcp, "mcp__s__change", { how: "new" });
    expect(await answerOf(mcp, "mcp__s__echo", { text: "a" })).toEqual(["ok", "a"]);
    expect([mcp.servers[0]?.withdrawn, mcp.tools.map(({ name }) => name)]).toEqual([[], names]);
    expect(await callMcp(mcp, "mcp__s__fresh")).toMatchObject({ executed: false, failure: { code: "InvalidInput" } });
  });

  test("what changed before a death is not forgotten by a new start", async () => {
    const mcp = await opened({ s: program("sdk-server") });
    await answerOf(mcp, "mcp__s__change", { how: "vanish" });
    await answerOf(mcp, "mcp__s__die");
    expect((await callMcp(mcp, "mcp__s__echo", { text: "b" })).failure?.code).toBe("NotFound");
  });
});

describe("a server that dies in a call", () => {
  test("leaves an unknown effect, with its last words and without what it was told in secret", async () => {
    const mcp = await opened({ s: { ...program("sdk-server"), env: { SECRET: "hush-hush-1" } } });
    expect(await answerOf(mcp, "mcp__s__die")).toEqual([
      "interrupted",
      {
        code: "Interrupted",
        message:
          'mcp__s__die: MCP server "s" has ended with code 3; its last words: with the key ***; whether the call took effect is unknown',
        retryable: false,
      },
    ]);
    expect(mcp.servers[0]).toMatchObject({ status: "down", problem: { code: "died" }, restarts: 0 });
  });

  test("is started again for a later call, twice and no more, and no call is sent again", async () => {
    const mcp = await opened({ s: program("sdk-server") });
    for (const restarts of [0, 1, 2]) {
      expect(await answerOf(mcp, "mcp__s__echo", { text: "up" })).toEqual(["ok", "up"]);
      expect((await callMcp(mcp, "mcp__s__die")).failure?.code).toBe("Interrupted");
      expect(mcp.servers[0]?.restarts).toBe(restarts);
    }
    expect(mcp.servers[0]?.status).toBe("failed");
    expect(await answerOf(mcp, "mcp__s__echo", { text: "up" })).toEqual([
      "failed",
      {
        code: "NotFound",
        message: expect.stringContaining('nothing was called: MCP server "s" has ended with code 3'),
        retryable: false,
      },
    ]);
  });

  test("takes every call with it that was on its way", async () => {
    const mcp = await opened({ s: program("sdk-server") });
    const waiting = [callMcp(mcp, "mcp__s__hang"), callMcp(mcp, "mcp__s__hang"), callMcp(mcp, "mcp__s__die")];
    expect((await Promise.all(waiting)).map(({ outcome }) => outcome)).toEqual([
      "interrupted",
      "interrupted",
      "interrupted",
    ]);
    const two = await Promise.all([answerOf(mcp, "mcp__s__pid"), answerOf(mcp, "mcp__s__pid")]);
    expect([two[0]?.[0], two[0]?.[1] === two[1]?.[1], mcp.servers[0]?.restarts]).toEqual(["ok", true, 1]);
  });
});

describe("a call that takes too long", () => {
  test("is a timeout, and the server is told that it was called off", async () => {
    const place = join(folder, "timed-out");
    const mcp = await opened({ s: { ...program("sdk-server", "plain", place), timeoutMs: 300 } });
    expect(await answerOf(mcp, "mcp__s__hang")).toMatchObject(["timeout", { code: "Timeout" }]);
    expect(await eventually(() => existsSync(place))).toBe(true);
    expect(readFileSync(place, "utf8")).toBe("called off");
    expect(await answerOf(mcp, "mcp__s__echo", { text: "still there" })).toEqual(["ok", "still there"]);
  });

  test("and was cancelled by its run has an unknown effect, and the server is told, too", async () => {
    const place = join(folder, "cancelled");
    const mcp = await opened({ s: program("sdk-server", "plain", place) });
    const off = new AbortController();
    const call = callMcp(mcp, "mcp__s__hang", {}, off.signal);
    setTimeout(() => off.abort(), 200);
    expect(await call).toMatchObject({ outcome: "interrupted", failure: { code: "Interrupted" } });
    expect(await eventually(() => existsSync(place))).toBe(true);
  });
});

test("after close every call fails, and closing twice is closing once", async () => {
  const mcp = await opened({ s: program("sdk-server") });
  await Promise.all([mcp.close(), mcp.close()]);
  expect(mcp.servers[0]).toMatchObject({ status: "closed" });
  expect((await callMcp(mcp, "mcp__s__pid")).failure?.code).toBe("NotFound");
});

test("without servers nothing is started or loaded", async () => {
  expect(await opened({})).toMatchObject({ tools: [], servers: [] });
});
