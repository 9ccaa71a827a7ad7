const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Aborts when somebody tells this process to stop, which is then left to end by itself; a second time ends it at once. */
export function interruption(): AbortSignal {
  const controller = new AbortController();
  const abort = (): void => {
    for (const name of SIGNALS) process.off(name, abort);
    controller.abort();
  };
  for (const name of SIGNALS) process.once(name, abort);
  return controller.signal;
}
