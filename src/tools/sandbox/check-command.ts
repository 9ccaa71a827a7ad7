import { type Sandbox, type SandboxCommand, ToolFailed } from "#ports";

/** The longest word that the system hands to a program. */
const MAX_COMMAND_BYTES = 128 * 1024 - 1;

/** Refuses a text that no shell can be given, before anything is started. */
export function checkCommand(run: Sandbox["run"]): Sandbox["run"] {
  return (command: SandboxCommand) => {
    const problem = commandProblem(command.command);
    return problem === undefined ? run(command) : Promise.reject(new ToolFailed("InvalidInput", problem));
  };
}

function commandProblem(text: string): string | undefined {
  if (text.includes("\0")) return "the command holds a NUL character";
  if (!text.isWellFormed()) return "the command holds a lone surrogate";
  if (Buffer.byteLength(text) > MAX_COMMAND_BYTES)
    return `the command has more than ${MAX_COMMAND_BYTES} bytes: write a script and run that`;
  return undefined;
}
