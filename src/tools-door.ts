// `tusk-harness/tools`: the tools that come with the package, and what they work in. Apart from the first door, because they bring zod and a sandbox with them.
export {
  artifactTool,
  codingTools,
  handOffTool,
  openMcp,
  openPermissions,
  openSandbox,
  openWorkspace,
  readInstructions,
  shellTools,
  withMcpRules,
} from "#tools";
export type {
  BashOptions,
  McpAddress,
  McpOptions,
  McpProgram,
  McpServer,
  McpServers,
  McpServerState,
  McpTools,
  PermissionOptions,
  SandboxOptions,
  ShellLine,
  WorkspaceOptions,
} from "#tools";
