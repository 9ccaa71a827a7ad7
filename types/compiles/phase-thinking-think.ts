import type { Thinking } from "#runtime";

export function next(thinking: Thinking): unknown {
  return thinking.act();
}
