// refuses: TS2322
import type { Mutation } from "#kernel";

export const mutation: Mutation = { action: "issue.burn", args: {} };
