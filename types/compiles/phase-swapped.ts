import type { Acting, Thinking } from "#runtime";

declare const thinking: Thinking;

export const thought: Thinking = thinking;
export type Next = Acting;
