import { readdirSync, readFileSync } from "node:fs";
import { quietly } from "../workspace/quietly.ts";

const CLOSE_ON_EXEC = 0o2_000_000;
const OWN = 2;

/**
 * Descriptors that whoever started us left open and that every process we start would get: an open folder of the machine among them
 * leads out of any sandbox. Those that we open ourselves are closed by the system.
 */
export function inheritedDescriptors(): readonly number[] {
  return readdirSync("/proc/self/fdinfo")
    .map(Number)
    .filter((descriptor) => descriptor > OWN && isHandedOn(descriptor));
}

function isHandedOn(descriptor: number): boolean {
  // The listing's own descriptor is closed by now.
  return quietly(false, () => {
    const flags = /^flags:\s*([0-7]+)$/m.exec(readFileSync(`/proc/self/fdinfo/${descriptor}`, "latin1"))?.[1];
    return flags !== undefined && (Number.parseInt(flags, 8) & CLOSE_ON_EXEC) === 0;
  });
}
