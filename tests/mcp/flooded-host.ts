// Opens one hostile server (its manner is the argument), calls its tool, and tells how that ended and the most memory it took.
import { readFileSync } from "node:fs";
import { callSetting, callTool, noWorkspace, openMcp, toolSet } from "#tools";
import { program } from "./program.ts";

const [manner = ""] = process.argv.slice(2);
const server = { ...program("raw-server", manner), timeoutMs: 40_000 };
const mcp = await openMcp({ raw: server }, { environment: (name) => process.env[name], cwd: "/" });
const call = { toolCallId: "call-1", tool: "mcp__raw__go", argumentsText: "{}" };
const set = toolSet(...mcp.tools).build();
const begun = performance.now();
const settlement =
  set.tools.length === 0 ? undefined : await callTool(set, call, callSetting({ workspace: noWorkspace }));
const callMs = performance.now() - begun;
const [state] = mcp.servers;
await mcp.close();
const peakBytes = Number(/VmHWM:\s+(\d+)/.exec(readFileSync("/proc/self/status", "utf8"))?.[1]) * 1024;
const { outcome, failure } = settlement ?? {};
process.stdout.write(
  JSON.stringify({ outcome, code: failure?.code, problem: state?.problem, status: state?.status, callMs, peakBytes }),
);
