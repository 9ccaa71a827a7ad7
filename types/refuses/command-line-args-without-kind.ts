// refuses: TS2339
import type { CommandLine } from "../../src/cli/arguments.ts";

export const operand = (line: CommandLine): string | undefined => line.args.operand;
