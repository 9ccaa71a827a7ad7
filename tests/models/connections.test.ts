import { inspect } from "node:util";
import { expect, test } from "vitest";
import type { RetryNotice } from "#models";
import { digestBytes } from "#platform";
import { MOST_BODY_BYTES } from "../../src/models/provider/http/exchange.ts";
import { hear, heardText, KEY, openAt, PLAIN_REQUEST } from "./support/hear.ts";
import {
  type Answer,
  beginning,
  events,
  inPieces,
  type ReplyServer,
  replyServer,
  status,
} from "./support/reply-server.ts";

/*
 * What connections do: slow, stalled, reset, endless, refused; and what the adapters make of it (R04, R13).
 */

const chunk = (delta: unknown, reason: string | null = null): string =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason: reason }] })}\n\n`;
const HELLO = chunk({ content: "hel" }) + chunk({ content: "lo" }, "stop") + "data: [DONE]\n\n";
const REF = "openai-compatible/m";

async function served<T>(answers: readonly Answer[], work: (server: ReplyServer) => Promise<T>): Promise<T> {
  const server = await replyServer(...answers);
  try {
    return await work(server);
  } finally {
    await server.close();
  }
}

test("a slow stream is heard as a fast one (R10)", async () => {
  const slow: Answer = async (response) => {
    response.writeHead(200);
    for (const byte of Buffer.from(HELLO)) {
      response.write(Buffer.of(byte));
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    response.end();
  };
  const heard = await served([slow], async ({ url }) => hear(await openAt(REF, url)));
  expect([heardText(heard, "text.delta"), heard.reply?.stopReason]).toEqual(["hello", "end_turn"]);
});

test("a stalled stream is cut after the idle limit, and its connection closed (R04)", async () => {
  await served([beginning(chunk({ content: "he" }), () => undefined)], async ({ url, closed }) => {
    const heard = await hear(await openAt(REF, url, { idleMs: 300 }));
    expect([heardText(heard, "text.delta"), heard.error?.code, heard.error?.retryable]).toEqual([
      "he",
      "stream_cut",
      true,
    ]);
    expect(heard.error?.message).toBe("openai-compatible/m: nothing came for 300 ms");
    await closed;
  });
});

test("a server that never answers is cut too", async () => {
  await served([() => undefined], async ({ url, closed }) => {
    const heard = await hear(await openAt(REF, url, { idleMs: 300 }));
    expect([heard.error?.code, heard.error?.retryable]).toEqual(["stream_cut", true]);
    await closed;
  });
});

test("a server that keeps the connection open behind its reply does not hold it up (R10)", async () => {
  await served([beginning(HELLO, () => undefined)], async ({ url, closed }) => {
    const heard = await hear(await openAt(REF, url, { idleMs: 30_000 }));
    expect(heard.reply?.stopReason).toBe("end_turn");
    await closed;
  });
});

test("a reset in the middle cuts the stream (R13)", async () => {
  const reset = beginning(chunk({ content: "he" }), (response) =>
    setTimeout(() => response.socket?.resetAndDestroy(), 50),
  );
  const heard = await served([reset], async ({ url }) => hear(await openAt(REF, url)));
  expect([heardText(heard, "text.delta"), heard.error?.code, heard.error?.retryable]).toEqual([
    "he",
    "stream_cut",
    true,
  ]);
});

test("a stream that breaks when something of it was heard is not asked for again; one that broke before is (R13)", async () => {
  const early: Answer = (response) => void response.socket?.resetAndDestroy();
  const late = beginning(chunk({ content: "he" }), (response) =>
    setTimeout(() => response.socket?.resetAndDestroy(), 50),
  );
  await served([early, late, events(HELLO)], async ({ url, requests }) => {
    const heard = await hear(await openAt(REF, url, { retry: { attempts: 5, budgetMs: 60_000 }, random: () => 0.99 }));
    expect([heard.error?.code, requests.length]).toEqual(["stream_cut", 2]);
  });
});

test("garbage is no reply", async () => {
  const garbage = Uint8Array.from({ length: 4096 }, (_none, n) => (n * 7919) % 256);
  const heard = await served([inPieces([Buffer.from(chunk({ content: "he" })), garbage])], async ({ url }) =>
    hear(await openAt(REF, url)),
  );
  expect([heard.error?.code, heard.error?.retryable]).toEqual(["bad_reply", true]);
});

test("an endless reply is cut at its bound, and its connection closed (R04)", async () => {
  const line = Buffer.from(`: ${"x".repeat(1024 * 1024)}\n\n`);
  const endless: Answer = async (response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    while (!response.destroyed) await new Promise<void>((resolve) => response.write(line, () => resolve()));
  };
  await served([endless], async ({ url, closed }) => {
    const { error } = await hear(await openAt(REF, url));
    expect([error?.code, error?.message]).toEqual([
      "too_large",
      `${REF}: the reply has more than ${MOST_BODY_BYTES} bytes`,
    ]);
    await closed;
  });
});

test("an abort closes the connection, and is no failure of the model (R04)", async () => {
  const stop = new AbortController();
  await served(
    [beginning(chunk({ content: "he" }), () => setTimeout(() => stop.abort(new Error("enough")), 50))],
    async ({ url, closed }) => {
      const { error } = await hear(await openAt(REF, url), { signal: stop.signal });
      expect([error?.code, error?.retryable, error?.cause]).toEqual(["aborted", false, new Error("enough")]);
      await closed;
    },
  );
});

test("an abort ends a whole reply and a wait between two attempts (R04)", async () => {
  const stop = new AbortController();
  await served([() => void setTimeout(() => stop.abort(), 50)], async ({ url, closed }) => {
    const model = await openAt(REF, url);
    await expect(model.complete(PLAIN_REQUEST, stop.signal)).rejects.toMatchObject({ code: "aborted" });
    await closed;
  });
  const later = new AbortController();
  await served([status(503, "{}", { "retry-after": "30" })], async ({ url }) => {
    const options = {
      retry: { attempts: 3, budgetMs: 60_000 },
      onRetry: () => void setTimeout(() => later.abort(), 20),
    };
    const { error } = await hear(await openAt(REF, url, options), { signal: later.signal });
    expect(error?.code).toBe("aborted");
  });
});

test("an abort before the request sends none", async () => {
  await served([events(HELLO)], async ({ url, requests }) => {
    const { error } = await hear(await openAt(REF, url), { signal: AbortSignal.abort() });
    expect([error?.code, requests.length]).toEqual(["aborted", 0]);
  });
});

test("whoever stops listening closes the connection (R04)", async () => {
  await served([beginning(chunk({ content: "he" }), () => undefined)], async ({ url, closed }) => {
    const model = await openAt(REF, url);
    for await (const said of model.stream?.(PLAIN_REQUEST, new AbortController().signal) ?? []) {
      expect(said).toEqual({ kind: "text.delta", text: "he" });
      break;
    }
    await closed;
  });
});

test("overload passes: the same bytes are sent again, and every wait is told (R13)", async () => {
  const notices: RetryNotice[] = [];
  await served([status(500, "oops"), status(529, "{}"), status(408, ""), events(HELLO)], async ({ url, requests }) => {
    const options = {
      retry: { attempts: 5, budgetMs: 60_000 },
      random: () => 1,
      onRetry: (notice: RetryNotice) => void notices.push(notice),
    };
    const heard = await hear(await openAt(REF, url, options));
    expect([heard.reply?.stopReason, new Set(requests.map(({ body }) => body)).size, requests.length]).toEqual([
      "end_turn",
      1,
      4,
    ]);
  });
  expect(notices).toEqual([
    { attempt: 1, waitMs: 250, why: "provider_failed" },
    { attempt: 2, waitMs: 500, why: "provider_failed" },
    { attempt: 3, waitMs: 1000, why: "provider_failed" },
  ]);
});

test("a wait that the provider asks for is kept, in seconds, milliseconds, as a date and in the body (R13)", async () => {
  const waits: number[] = [];
  const body = JSON.stringify({
    error: { message: "slow", status: "RESOURCE_EXHAUSTED", details: [{ "@type": "RetryInfo", retryDelay: "0.05s" }] },
  });
  const answers = [
    status(429, "{}", { "retry-after": "0.02" }),
    status(429, "{}", { "retry-after-ms": "30", "retry-after": "9" }),
    status(429, "{}", { "retry-after": new Date(Date.now() - 5000).toUTCString() }),
    status(429, body),
    events(HELLO),
  ];
  await served(answers, async ({ url }) => {
    const options = {
      retry: { attempts: 5, budgetMs: 60_000 },
      onRetry: ({ waitMs }: RetryNotice) => void waits.push(waitMs),
    };
    expect((await hear(await openAt(REF, url, options))).reply?.stopReason).toBe("end_turn");
  });
  expect(waits).toEqual([20, 30, 0, 50]);
});

test("attempts and the time for waits are budgets; the error behind them is what it was (R13)", async () => {
  await served([status(429, '{"error":{"message":"busy"}}', { "retry-after": "3600" })], async ({ url, requests }) => {
    const { error } = await hear(await openAt(REF, url, { retry: { attempts: 9, budgetMs: 1000 } }));
    expect([error?.code, error?.retryable, requests.length]).toEqual(["rate_limited", false, 1]);
  });
  await served([status(500, "")], async ({ url, requests }) => {
    const { error } = await hear(await openAt(REF, url, { retry: { attempts: 2, budgetMs: 60_000 } }));
    expect([error?.code, error?.retryable, requests.length]).toEqual(["provider_failed", false, 2]);
  });
});

test("what does not pass by waiting is not sent again", async () => {
  for (const [code, body, expected] of [
    [400, '{"error":{"message":"too many tools"}}', "bad_request"],
    [401, "{}", "unauthorised"],
    [404, "{}", "not_found"],
    [429, '{"error":{"code":"insufficient_quota","message":"pay"}}', "rate_limited"],
    [302, "", "bad_base_url"],
  ] as const)
    await served([status(code, body, { location: "http://127.0.0.1:9/" })], async ({ url, requests }) => {
      const { error } = await hear(await openAt(REF, url, { retry: { attempts: 3, budgetMs: 60_000 } }));
      expect([error?.code, error?.retryable, requests.length]).toEqual([expected, false, 1]);
    });
});

test("an error says which model, the status, the provider's words, and what to do", async () => {
  const cases: readonly (readonly [Answer, string])[] = [
    [
      status(401, '{"error":{"message":"invalid x-api-key"}}'),
      "anthropic/m: status 401: invalid x-api-key (check ANTHROPIC_API_KEY)",
    ],
    [
      status(429, '{"error":{"message":"slow down"}}'),
      "anthropic/m: status 429: slow down (wait, or give a larger retry.budgetMs)",
    ],
    [
      status(400, '{"detail":"no such field"}'),
      "anthropic/m: status 400: no such field (see what the provider says of the request)",
    ],
    [
      status(502, "<html><h1>Bad gateway</h1></html>"),
      "anthropic/m: status 502: a web page came instead of an answer (try again later)",
    ],
  ];
  for (const [answer, sentence] of cases)
    await served([answer], async ({ url }) => {
      expect((await hear(await openAt("anthropic/m", url))).error?.message).toBe(sentence);
    });
  await served([status(404, '{"error":{"message":"model not found"}}')], async ({ url }) => {
    const sentence = `ollama/qwen: status 404: model not found (check the model's name (qwen) and the base URL (${url}))`;
    expect((await hear(await openAt("ollama/qwen", url))).error?.message).toBe(sentence);
  });
});

test("a local server that does not run is told as that", async () => {
  const server = await replyServer(() => undefined);
  await server.close();
  const { error } = await hear(await openAt("ollama/qwen", server.url));
  expect([error?.code, error?.retryable, error?.message]).toEqual([
    "transport",
    true,
    `ollama/qwen: nobody answers at ${server.url}: is the server running?`,
  ]);
});

test("a port that no web request may go to is told as that, and tried once", async () => {
  const notices: RetryNotice[] = [];
  const retry = { attempts: 5, budgetMs: 60_000 };
  const model = await openAt(REF, "http://127.0.0.1:1/v1", { retry, onRetry: (notice) => notices.push(notice) });
  const { error } = await hear(model);
  expect([error?.code, error?.retryable, error?.message, notices]).toEqual([
    "bad_base_url",
    false,
    "openai-compatible/m: the port of http://127.0.0.1:1/v1 is one that no web request may go to: set a base URL with another port",
    [],
  ]);
});

test("no key is in a model, an error or a notice, whatever the provider sends back", async () => {
  const half = `${KEY.slice(0, 12)}****${KEY.slice(-4)}`;
  const echo = JSON.stringify({
    error: { message: `bad key ${KEY}, or ${half}; Authorization: Bearer ${KEY}`, type: KEY, code: KEY },
  });
  const answers: readonly Answer[] = [
    status(401, echo),
    status(500, `${KEY} `.repeat(2000)),
    status(503, `<p>${KEY}</p>`),
    events(`event: error\ndata: ${echo}\n\n`),
    events(`data: ${KEY}\n\n`),
    events(KEY),
    status(307, "", { location: `http://127.0.0.1:9/${KEY}` }),
  ];
  for (const answer of answers)
    await served([answer], async ({ url }) => {
      const notices: RetryNotice[] = [];
      const model = await openAt("openai-chat/m", url, {
        retry: { attempts: 2, budgetMs: 5000 },
        onRetry: (notice) => void notices.push(notice),
      });
      const { error } = await hear(model);
      expect(error).toBeDefined();
      const shown = [
        error?.message,
        error?.stack,
        inspect(error, { depth: 9 }),
        inspect(model, { depth: 9, showHidden: true }),
        JSON.stringify(model),
        JSON.stringify(notices),
      ].join("\n");
      expect(shown).not.toContain(KEY.slice(0, 10));
      expect(shown).not.toContain(KEY.slice(-8));
      expect(error?.message.length).toBeLessThan(700);
    });
});

test("the digest of a reply is that of its bytes, however they came (R24)", async () => {
  const expected = digestBytes(Buffer.from(HELLO));
  const pieces = [HELLO.slice(0, 7), HELLO.slice(7)].map((piece) => Buffer.from(piece));
  for (const answer of [events(HELLO), inPieces(pieces)]) {
    const heard = await served([answer], async ({ url }) => hear(await openAt(REF, url)));
    expect(heard.reply?.rawDigest).toBe(expected);
  }
});

test("many replies at once stay apart", async () => {
  const echo: Answer = async (response, { body }) => {
    const { messages } = JSON.parse(body) as { messages: { content: string }[] };
    const said = messages.at(-1)?.content ?? "";
    response.writeHead(200);
    for (const letter of said) {
      response.write(chunk({ content: letter }));
      await new Promise((resolve) => setImmediate(resolve));
    }
    response.end(chunk({}, "stop"));
  };
  await served([echo], async ({ url }) => {
    const model = await openAt(REF, url);
    const words = Array.from({ length: 100 }, (_none, n) => `word-${n}-${"x".repeat(n % 17)}`);
    const heard = await Promise.all(
      words.map((text) => hear(model, { request: { ...PLAIN_REQUEST, messages: [{ role: "user", text }] } })),
    );
    expect(heard.map((one) => heardText(one, "text.delta"))).toEqual(words);
  });
});
