import { join } from "node:path";

/** A server of these tests as a program: `sdk-server` or `raw-server`, with what it is told. */
export function program(name: string, ...args: readonly string[]): { command: string; args: readonly string[] } {
  return { command: process.execPath, args: [join(import.meta.dirname, `${name}.ts`), ...args] };
}
