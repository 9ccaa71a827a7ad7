import type { McpServerState } from "#tools";

/** What is worth to be told of the servers: how each stands, and which of its tools are not given to the model. */
export function mcpNotices(servers: readonly McpServerState[]): readonly string[] {
  return servers.flatMap(({ name, status, problem, tools, refused, withdrawn }) => [
    status === "ready"
      ? `${name}: ${tools.length} ${tools.length === 1 ? "tool" : "tools"}`
      : `${name} is ${status}${problem === undefined ? "" : `: ${problem.message}`}`,
    ...refused.map(({ tool, problem: why }) => `${name}: ${tool} is not taken: ${why}`),
    ...withdrawn.map(({ tool, how }) => `${name}: ${tool} is not called any more: it ${WITHDRAWN[how]}`),
  ]);
}

const WITHDRAWN: Readonly<Record<McpServerState["withdrawn"][number]["how"], string>> = {
  changed: "is not what it was when the model was told of it",
  vanished: "is gone",
};
