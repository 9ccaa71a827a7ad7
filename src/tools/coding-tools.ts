import type { Tool } from "#ports";
import { applyPatchTool } from "./files/apply-patch.ts";
import { editTool } from "./files/edit.ts";
import { globTool } from "./files/glob.ts";
import { grepTool } from "./files/grep.ts";
import { lsTool } from "./files/ls.ts";
import { readTool } from "./files/read.ts";
import { writeTool } from "./files/write.ts";

/** The tools that every coding agent is given, in the order in which a model is told of them: first those that only look. */
export const codingTools: readonly Tool[] = [readTool, lsTool, grepTool, globTool, writeTool, editTool, applyPatchTool];
