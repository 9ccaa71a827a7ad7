import { expect, test } from "vitest";
import { PortError, type ToolHost } from "#ports";
import type { HostPorts } from "../action.ts";
import { run } from "./tool-call.ts";

const ARGUMENTS = {
  switches: new Set<string>(),
  values: new Map([
    ["args", "{}"],
    ["workspace", "locked"],
  ]),
  lists: new Map<string, readonly string[]>(),
  operands: ["ls"],
};

/** A host whose tools are there, and whose calls end with this error. */
function portsWith(error: Error): HostPorts {
  const host: Partial<ToolHost> = {
    tools: [],
    get: (name) => ({ name }) as ReturnType<ToolHost["get"]>,
    call: () => Promise.reject(error),
  };
  const ports: Partial<HostPorts> = { kindOf: () => "folder", openTools: () => Promise.resolve(host as ToolHost) };
  return ports as HostPorts;
}

test("a workspace that cannot be opened is an input that cannot be used: one sentence, exit code 2", async () => {
  const error = new PortError("workspace", "no_root", "no workspace at locked: Permission denied");
  expect(await run(ARGUMENTS, portsWith(error))).toEqual({
    ok: false,
    message: "error: no workspace at locked: Permission denied",
  });
});

test("any other error is passed on: it is a bug", async () => {
  const error = new PortError("issues", "io", "disk");
  await expect(run(ARGUMENTS, portsWith(error))).rejects.toBe(error);
});
