// `tusk-harness/tools`: the tools that come with the package, and what they work in. Apart from the first door, because they bring zod and a sandbox with them.
export { codingTools, openPermissions, openSandbox, openWorkspace, shellTools } from "#tools";
export type { BashOptions, PermissionOptions, SandboxOptions, ShellLine, WorkspaceOptions } from "#tools";
