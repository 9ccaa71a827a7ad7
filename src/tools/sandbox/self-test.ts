import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Probe } from "#kernel";
import type { CommandEnd, CommandLimits, SandboxCommand, SandboxNetwork } from "#ports";
import { makeOwnedFolder, removeAll } from "./owned-folder.ts";
import { processesWith } from "./process-tree.ts";
import { trustedProgram } from "./trusted-program.ts";

/** A workspace of the self-test's own, beside a folder that is outside of it and a secret that is to be masked. */
export interface ProbePlace {
  readonly root: string;
  readonly outside: string;
  readonly secret: string;
  remove(): void;
}

/** Everybody may write there, and no sandbox has a copy of its own: what gets through the walls is found. */
const PLACES = ["/var/tmp", "/tmp"];

/** Makes the place for a self-test, and removes those of harnesses that were killed during theirs. */
export function makeProbePlace(): ProbePlace {
  const base = makeOwnedFolder(PLACES.find((place) => existsSync(place)) ?? "/tmp", "tusk-probe-");
  const [root, outside, secret] = [join(base, "workspace"), join(base, "outside"), join(base, "secret")];
  mkdirSync(join(root, ".git"), { recursive: true });
  writeFileSync(join(root, ".git/config"), "");
  mkdirSync(outside);
  writeFileSync(secret, "secret");
  return { root, outside, secret, remove: () => removeAll(base) };
}

/** What is tried, in a sandbox of which kind. */
export interface SelfTest {
  readonly place: ProbePlace;
  readonly network: SandboxNetwork;
  /** Whether the workspace may be changed. */
  readonly isOpen: boolean;
  readonly run: (command: SandboxCommand) => Promise<CommandEnd>;
}

const LIMITS: CommandLimits = { softMs: 10_000, hardMs: 1000, maxBytes: 65_536, headBytes: 16_384, tailBytes: 16_384 };

/** Tries the walls from inside, by one command, and looks from outside at what came of it. */
export async function testWalls({ place, network, isOpen, run }: SelfTest): Promise<readonly Probe[]> {
  const { outside, secret, root } = place;
  const mark = `7${randomUUID().replaceAll(/\D/g, "").slice(0, 8)}`;
  const listener = await listen();
  const command = [
    `echo x > '${join(outside, "written")}'`,
    "echo x >> .git/config; echo x > .mcp.json; mkdir .vscode/x",
    "echo x > inside",
    `cat '${secret}'`,
    // Asked and not tried: a hole would change the machine.
    "test -w /proc/sys/kernel/core_pattern && echo kernel",
    `${nestWords()} && echo nested`,
    `${connectWords(listener.port)} && echo connected`,
    `(setsid sleep ${mark} >/dev/null 2>&1 &)`,
    "exit 0",
  ].join("\n");
  const { stdout } = await run(asCommand(command)).finally(() => {
    listener.close();
  });
  const says = (word: string): boolean => stdout.text.includes(word);
  // The names themselves are held by empty folders.
  const isProtectedWritten =
    readFileSync(join(root, ".git/config"), "utf8") !== "" ||
    statSync(join(root, ".mcp.json"), { throwIfNoEntry: false })?.isFile() === true ||
    existsSync(join(root, ".vscode/x"));
  return [
    probe("write_outside", "denied", allowed(existsSync(join(outside, "written")))),
    probe("write_workspace", allowed(isOpen), allowed(existsSync(join(root, "inside")))),
    probe("write_protected", "denied", allowed(isProtectedWritten)),
    probe("read_masked", "denied", allowed(says("secret"))),
    probe("write_kernel", "denied", allowed(says("kernel"))),
    probe("nested_namespace", "denied", allowed(says("nested"))),
    probe("connect_out", allowed(network === "full"), allowed(says("connected") || listener.wasReached())),
    killProbe(mark),
  ];
}

/** What is promised of a profile without walls: its processes are ended. */
export async function testKill(run: SelfTest["run"]): Promise<readonly Probe[]> {
  const mark = `7${randomUUID().replaceAll(/\D/g, "").slice(0, 8)}`;
  await run(asCommand(`(setsid sleep ${mark} >/dev/null 2>&1 &)`));
  return [killProbe(mark)];
}

function asCommand(command: string): SandboxCommand {
  return { command, workdir: ".", limits: LIMITS, signal: new AbortController().signal };
}

function killProbe(mark: string): Probe {
  return probe("kill_double_fork", "killed", processesWith(mark).length === 0 ? "killed" : "survived");
}

function probe(name: string, expected: string, observed: string): Probe {
  return { probe: name, expected, observed };
}

function allowed(isAllowed: boolean): "allowed" | "denied" {
  return isAllowed ? "allowed" : "denied";
}

/** Tries for a namespace inside with whatever could make one. */
function nestWords(): string {
  const unshare = trustedProgram("unshare");
  if (unshare !== undefined) return `${unshare} --user true`;
  return `${trustedProgram("bwrap") ?? "bwrap"} --unshare-user --ro-bind / / true`;
}

function connectWords(port: number): string {
  if (existsSync("/bin/bash")) return `/bin/bash -c ': >/dev/tcp/127.0.0.1/${port}'`;
  return `${process.execPath} -e 'require("net").connect(${port},"127.0.0.1").on("connect",()=>process.exit(0)).on("error",()=>process.exit(1))'`;
}

interface Listener {
  readonly port: number;
  wasReached(): boolean;
  close(): void;
}

/** A listener of ours on the machine's own loopback. */
async function listen(): Promise<Listener> {
  const { createServer } = process.getBuiltinModule("node:net");
  let isReached = false;
  const server = createServer((socket) => {
    isReached = true;
    socket.destroy();
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return {
    port: typeof address === "object" && address !== null ? address.port : 0,
    wasReached: () => isReached,
    close: () => void server.close(),
  };
}
