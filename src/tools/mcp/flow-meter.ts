import { MCP_LIMITS } from "./mcp-limits.ts";

/** Counts what a server sends in windows of time. Each answer says what is too much, or nothing. */
export interface FlowMeter {
  bytes(count: number): string | undefined;
  /** One message that answers nothing of ours. */
  unasked(): string | undefined;
}

/** A meter that starts at zero in every window: what is slow may go on for ever, a flood may not. */
export function flowMeter(now: () => number = () => performance.now()): FlowMeter {
  const { windowMs, windowBytes, windowUnasked } = MCP_LIMITS;
  let began = now();
  let bytes = 0;
  let unasked = 0;
  const turn = (): void => {
    if (now() - began < windowMs) return;
    began = now();
    bytes = 0;
    unasked = 0;
  };
  const seconds = windowMs / 1000;
  return {
    bytes(count) {
      turn();
      bytes += count;
      return bytes > windowBytes ? `sent more than ${windowBytes} bytes in ${seconds} s` : undefined;
    },
    unasked() {
      turn();
      unasked += 1;
      return unasked > windowUnasked
        ? `sent more than ${windowUnasked} messages in ${seconds} s that nobody asked for`
        : undefined;
    },
  };
}
