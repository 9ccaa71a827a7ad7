// refuses: TS2739
import type { Acting, Thinking } from "#runtime";

declare const thinking: Thinking;

export const acting: Acting = thinking;
