// refuses: TS2339
import type { HostInput } from "../../src/host/action.ts";

export const size = (input: HostInput): number => input.bytes.length;
