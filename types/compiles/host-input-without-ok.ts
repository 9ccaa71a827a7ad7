import type { HostInput } from "../../src/host/action.ts";

export const size = (input: HostInput): number => (input.ok ? input.bytes.length : 0);
