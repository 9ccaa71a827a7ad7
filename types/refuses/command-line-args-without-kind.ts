// refuses: TS2339
import type { CommandLine } from "../../src/cli/arguments.ts";

export const operands = (line: CommandLine): readonly string[] => line.args.operands;
