import type { MergeDriverData } from "#host";
import type { Render } from "./paper.ts";
import { shows } from "./shows.ts";

/** Nothing: git shows what a driver prints in the middle of its own words. */
export const mergeDriver: Render<MergeDriverData> = shows({ text: () => [] });
