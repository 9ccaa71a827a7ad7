import { expect, test } from "vitest";
import { PortError, type Tool, type ToolHost } from "#ports";
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

const LS: Partial<Tool> = { name: "ls", effects: ["read"] };

/** A host whose tools are there, and whose calls end with this error. */
function portsWith(error: Error): HostPorts {
  const host: Partial<ToolHost> = {
    tools: [],
    get: () => LS as Tool,
    call: () => Promise.reject(error),
  };
  const ports: Partial<HostPorts> = {
    kindOf: () => "folder",
    realPath: (path) => path,
    openTools: () => Promise.resolve(host as ToolHost),
  };
  return ports as HostPorts;
}

test("a workspace that cannot be opened is an input that cannot be used: one sentence, exit code 2", async () => {
  const error = new PortError("workspace", "no_root", "no workspace at locked: Permission denied");
  expect(await run(ARGUMENTS, portsWith(error))).toEqual({
    ok: false,
    message: "error: no workspace at locked: Permission denied",
  });
});

test("a sandbox that cannot be enforced is a refusal under its class: exit code 1", async () => {
  const error = new PortError("sandbox", "runtime.shell_boundary_violation", "workspace-write cannot be enforced here");
  expect(await run(ARGUMENTS, portsWith(error))).toMatchObject({
    ok: false,
    exit: 1,
    message: "error: runtime.shell_boundary_violation: workspace-write cannot be enforced here",
  });
});

test("any other error is passed on: it is a bug", async () => {
  const error = new PortError("issues", "io", "disk");
  await expect(run(ARGUMENTS, portsWith(error))).rejects.toBe(error);
});
