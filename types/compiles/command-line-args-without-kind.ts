import type { CommandLine } from "../../src/cli/arguments.ts";

export const operand = (line: CommandLine): string | undefined => (line.kind === "run" ? line.args.operand : undefined);
