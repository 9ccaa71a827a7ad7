import type { Sandbox, Tool } from "#ports";
import { type BashOptions, bashTool } from "./shell/bash.ts";

/** The tools that run commands in this sandbox, for a set beside `codingTools`. Whoever opened the sandbox closes it. */
export function shellTools(sandbox: Sandbox, options?: BashOptions): readonly Tool[] {
  return [bashTool(sandbox, options)];
}
