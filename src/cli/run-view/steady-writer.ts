/** A stream that is written without waiting: whoever reads slowly, or not at all, keeps nobody from hearing a signal. */
export interface SteadyWriter {
  /** Takes a text; it is written as the reader reads. What comes when nobody reads any more is dropped. */
  readonly write: (text: string) => void;
  /** Resolves when there is room for more, or nobody reads any more; undefined where there is room now. */
  readonly room: () => Promise<void> | undefined;
  /** Resolves when everything is written, or nobody reads any more. */
  readonly drained: () => Promise<void>;
}

/** What may wait for a reader, in bytes; whoever has more to write waits for room first. */
export const MOST_WAITING: number = 1024 * 1024;

/** What a writer needs of a standard stream. */
export interface StandardStream {
  readonly writableLength: number;
  write(text: string, done: () => void): unknown;
  on(event: "error", hear: (error: Error) => void): unknown;
}

/** Writes to a standard stream of this process. When nobody reads it any more, or it cannot be written, that is said once. */
export function steadyWriter(stream: StandardStream, onGone: (code: string) => void): SteadyWriter {
  let isGone = false;
  let waiting = 0;
  const hearers: (() => void)[] = [];
  const settle = (): void => {
    for (const hear of hearers.splice(0)) hear();
  };
  const written = (): void => {
    waiting -= 1;
    if (waiting === 0) settle();
  };
  stream.on("error", (error) => {
    if (isGone) return;
    isGone = true;
    settle();
    onGone("code" in error ? String(error.code) : error.message);
  });
  const drained = (): Promise<void> =>
    isGone || waiting === 0 ? Promise.resolve() : new Promise((resolve) => void hearers.push(resolve));
  return {
    write(text) {
      if (isGone) return;
      waiting += 1;
      stream.write(text, written);
    },
    room: () => (isGone || stream.writableLength <= MOST_WAITING ? undefined : drained()),
    drained,
  };
}
