/** A variable of the environment as it is now. */
export function environment(name: string): string | undefined {
  return process.env[name];
}
