/** Resolves when everything that can go on by itself has gone on. */
export function idle(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve));
}
