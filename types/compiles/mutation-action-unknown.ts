import type { Mutation } from "#kernel";

export const mutation: Mutation = { action: "issue.close", args: {} };
