import type { HostPorts } from "../action.ts";

/** A worker that is to be killed in the middle of its work. */
export interface Target {
  readonly pid: number;
  /** The journal of the session in which it works. */
  readonly journal: string;
}

/** Looks so often whether the moment has come, and so many times. */
const LOOK_MS = 10;
const LOOKS = 3_000;

/** Waits until a session has asked for a command, which then runs, and strikes in that moment; the answer calls it off. */
export function ambush({ journal }: Target, ports: HostPorts, strike: () => void): () => void {
  let callOff: () => void = () => undefined;
  const look = (left: number): void => {
    callOff = ports.alarm(LOOK_MS, () => {
      if (runsCommand(ports.readInput(journal), ports)) strike();
      else if (left > 0) look(left - 1);
    });
  };
  look(LOOKS);
  return () => callOff();
}

/** Whether the newest row says that a command was asked for: its result would be the next. */
function runsCommand(file: ReturnType<HostPorts["readInput"]>, { utf8 }: HostPorts): boolean {
  const text = file.ok ? utf8.decode(file.bytes, 0, file.bytes.length) : undefined;
  const newest = text?.trimEnd().split("\n").at(-1) ?? "";
  return newest.includes('"kind":"tools.requested"') && newest.includes('"bash"');
}
