/** What work is called off by: a signal, and the way to fire it. */
export function cancelSwitch(): { readonly signal: AbortSignal; cancel(reason: unknown): void } {
  const controller = new AbortController();
  return { signal: controller.signal, cancel: (reason) => controller.abort(reason) };
}
