import type { ShellRow, ToolContext, Workspace } from "#ports";

/** The commands of calls, by what no two calls share and a copied context keeps. */
const commands = new WeakMap<Workspace, { row: ShellRow | undefined }>();

/**
 * The one place for the evidence of a call's command, asked for before the command is started. Known to this layer only: neither an
 * output nor another tool can fill it. Throws at the second time: one call runs one command.
 */
export function shellRecorder({ workspace }: ToolContext): (row: ShellRow) => void {
  if (commands.has(workspace)) throw new Error("one call runs one command");
  const command: { row: ShellRow | undefined } = { row: undefined };
  commands.set(workspace, command);
  return (row) => {
    command.row = row;
  };
}

/** What the call with this workspace ran; undefined when it ran nothing, or when that has not ended. */
export function recordedShell(workspace: Workspace): ShellRow | undefined {
  return commands.get(workspace)?.row;
}
