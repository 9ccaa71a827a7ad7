import type { CommandLine } from "../../src/cli/arguments.ts";

export const operands = (line: CommandLine): readonly string[] => (line.kind === "run" ? line.args.operands : []);
