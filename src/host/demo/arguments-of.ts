import type { Arguments } from "../action.ts";

/** The arguments of one of our own commands, as if somebody had typed them. */
export function argumentsOf(values: Readonly<Record<string, string>>, operands: readonly string[] = []): Arguments {
  return { switches: new Set(), values: new Map(Object.entries(values)), lists: new Map(), operands };
}
