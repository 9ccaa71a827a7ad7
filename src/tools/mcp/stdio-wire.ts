import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/client";
import { type ChildExit, findProgram, osErrorText } from "#platform";
import { isAbsolute, resolve } from "node:path";
import { fillVariables } from "./fill-variables.ts";
import { flowMeter } from "./flow-meter.ts";
import { lineSplitter } from "./line-splitter.ts";
import { McpFault, type McpFaultCode } from "./mcp-fault.ts";
import { MCP_LIMITS } from "./mcp-limits.ts";
import type { McpOptions, McpProgram } from "./mcp-server.ts";
import type { ProcessWatch } from "../sandbox/process-watch.ts";
import { readMessage } from "./read-message.ts";
import { redactor } from "./redact.ts";
import { serverEnvironment } from "./server-environment.ts";
import { type ServerProcess, startServer } from "./server-process.ts";
import type { Wire } from "./wire.ts";

/** What it takes to start a program as a server. */
export interface StdioParts {
  readonly name: string;
  readonly options: McpOptions;
  readonly watch: ProcessWatch;
}

/** How much of the last words of a server an error tells. */
const LAST_WORDS = 160;
/** How long output is awaited of a server that has ended: its last answer may still be in the pipe. */
const DRAIN_MS = 1_000;

/** Starts a program and speaks to it by lines. Rejects with `McpFault` where it cannot be started. */
export async function stdioWire(server: McpProgram, { name, options, watch }: StdioParts): Promise<Wire> {
  const fail = (code: McpFaultCode, what: string, cause?: unknown): McpFault => new McpFault(name, code, what, cause);
  const { environment } = options;
  const given = fillVariables(server.env ?? {}, environment);
  if (!given.ok) throw fail("unusable", `has env.${given.key}, which names ${given.missing}: that variable is not set`);
  const cwd = resolve(options.cwd, server.cwd ?? ".");
  const program = programOf(server.command, cwd, environment("PATH"));
  if (program === undefined)
    throw fail("unusable", `has the command ${server.command}, which is not on the PATH: install it or name its path`);
  const env = serverEnvironment(environment, given.values);
  const running = await startServer({ program, args: server.args ?? [], cwd, env, watch }).catch((error: unknown) => {
    throw fail("unreachable", `cannot be started: ${osErrorText(error)}`, error);
  });
  return wireOf(running, { fail, redact: redactor(Object.values(given.values)) });
}

function programOf(command: string, cwd: string, path: string | undefined): string | undefined {
  if (isAbsolute(command)) return command;
  return command.includes("/") ? resolve(cwd, command) : findProgram(command, path);
}

interface Telling {
  readonly fail: (code: McpFaultCode, what: string, cause?: unknown) => McpFault;
  readonly redact: (text: string) => string;
}

function wireOf(running: ServerProcess, { fail, redact }: Telling): Wire {
  let fault: McpFault | undefined;
  let isClosed = false;
  const close = (): void => {
    if (isClosed) return;
    isClosed = true;
    transport.onclose?.();
  };
  const breakOff = (why: McpFault): void => {
    fault ??= why;
    running.stdout.destroy();
    void running.end("now").then(close, close);
  };
  const lastWords = (): string => {
    const words = redact(running.stderrTail()).trim().split("\n").at(-1) ?? "";
    return words === "" ? "" : `; its last words: ${words.slice(-LAST_WORDS)}`;
  };
  const transport: Transport = {
    start() {
      listen(running, { message: (message) => transport.onmessage?.(message), tooMuch });
      void whenOver(running).then((how) => {
        if (!isClosed) breakOff(fail("died", `${how}${lastWords()}`));
      });
      return Promise.resolve();
    },
    send: (message) => sendLine(running, message, () => breakOff(fail("flooded", "does not read what it is sent"))),
    async close() {
      fault ??= fail("closed", "was closed");
      await running.end("quietly");
      close();
    },
  };
  function tooMuch(code: "flooded" | "garbled", what: string): void {
    breakOff(fail(code, `${what}${code === "garbled" ? lastWords() : ""}`));
  }
  return { transport, fault: () => fault, breakOff, end: () => transport.close() };
}

interface Listening {
  readonly message: (message: JSONRPCMessage) => void;
  readonly tooMuch: (code: "flooded" | "garbled", what: string) => void;
}

function listen({ stdout }: ServerProcess, { message, tooMuch }: Listening): void {
  const { messageBytes, strayLines } = MCP_LIMITS;
  const [splitter, meter] = [lineSplitter(messageBytes), flowMeter()];
  let strays = 0;
  stdout.on("error", () => undefined);
  stdout.on("data", (chunk: Buffer) => {
    // What was read before the end of a broken connection is nobody's.
    if (stdout.destroyed) return;
    const lines = splitter.push(chunk);
    if (lines === undefined) return tooMuch("flooded", `sent a message of more than ${messageBytes} bytes`);
    const flood = meter.bytes(chunk.length);
    if (flood !== undefined) return tooMuch("flooded", flood);
    for (const line of lines) {
      if (stdout.destroyed) return;
      const reading = readMessage(line);
      if (reading.kind === "message") message(reading.message);
      else if (reading.kind === "broken") tooMuch("garbled", `sent a message that cannot be read: ${reading.problem}`);
      else if (line.length > 0 && ++strays > strayLines)
        tooMuch("garbled", `wrote more than ${strayLines} lines to its standard output that are no messages`);
    }
  });
}

/** Resolves when no more answers will come: it has ended, or it has closed its output. */
async function whenOver({ exit, stdout }: ServerProcess): Promise<string> {
  const drained = new Promise<void>((over) => {
    stdout.once("end", over);
    stdout.once("close", over);
  });
  const ended = await Promise.race([exit, drained.then(() => undefined)]);
  if (ended === undefined) return exitWords(await Promise.race([exit, after(DRAIN_MS)]));
  await Promise.race([drained, after(DRAIN_MS)]);
  return exitWords(ended);
}

function exitWords(exit: ChildExit | undefined): string {
  if (exit === undefined) return "has closed its output";
  return exit.signal === null ? `has ended with code ${exit.code}` : `was ended by ${exit.signal}`;
}

function after(ms: number): Promise<undefined> {
  return new Promise((over) => void setTimeout(() => over(undefined), ms).unref());
}

function sendLine({ stdin }: ServerProcess, message: JSONRPCMessage, unread: () => void): Promise<void> {
  return new Promise((resolveSent, reject) => {
    if (stdin.destroyed || stdin.writableEnded) return reject(new Error("the server is gone"));
    stdin.write(`${JSON.stringify(message)}\n`);
    if (stdin.writableLength > MCP_LIMITS.unreadBytes) unread();
    resolveSent();
  });
}
