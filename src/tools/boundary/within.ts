/** What work comes to, or `late` when it takes longer than that; leaves no timer behind. A rejection stays one. */
export function within<T>(work: PromiseLike<T>, timeoutMs: number, late: () => T): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(late()), timeoutMs);
    work.then(
      (value) => {
        clearTimeout(timer);
        resolve(value);
      },
      (error: unknown) => {
        clearTimeout(timer);
        reject(error instanceof Error ? error : new Error("a schema threw what is no error"));
      },
    );
  });
}
