import type { IssueReads, IssueStore } from "#ports";
import type { Arguments, HostPorts, Outcome } from "./action.ts";
import { missingFile, storeFailure, type Voice } from "./issue-refusal.ts";

/** A command at work: what it was given, the issue memory it works on, and that one's path as outputs echo it. */
export interface Command {
  readonly args: Arguments;
  readonly ports: HostPorts;
  readonly store: IssueStore;
  readonly path: string;
}

/** How a command needs the issue memory. */
export interface Needs {
  readonly voice: Voice;
  /** Without the file there is nothing to do. */
  readonly file: boolean;
}

/** Commands that only read: without a file there is nothing to read. */
export const READS: Needs = { voice: "read", file: true };
/** Commands that change what is there. */
export const CHANGES: Needs = { voice: "mutation", file: true };

/** Commands on leases: a missing file is an empty memory, and every refusal names its class. */
export const LEASES: Needs = { voice: "claim", file: false };

/** A command that only looks. */
export interface Look {
  readonly store: IssueReads;
  readonly path: string;
}

/** Reads the issue memory that `--issues` or the folder names: no lock, nothing written, and nothing loaded that changes would need. */
export async function readingIssues<T>(
  args: Arguments,
  ports: HostPorts,
  look: (at: Look) => Outcome<T> | Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  const path = ports.issuesPath(args.values.get("issues"));
  if (ports.kindOf(path) === "missing") return missingFile(path);
  try {
    return await look({ store: await ports.readIssues(path), path });
  } catch (error) {
    return storeFailure(error, path, "read");
  }
}

/** Opens the issue memory that `--issues` or the folder names, uses it and closes it; what its state forbids is told in the contract's words. */
export async function withIssues<T>(
  args: Arguments,
  ports: HostPorts,
  needs: Needs,
  use: (command: Command) => Outcome<T> | Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  const path = ports.issuesPath(args.values.get("issues"));
  if (needs.file && ports.kindOf(path) === "missing") return missingFile(path);
  try {
    // A claim on no path is one on the repository's, as the reference has it; outputs echo what was given.
    const store = await ports.openIssues(path === "" && needs === LEASES ? ports.issuesPath(undefined) : path);
    try {
      return await use({ args, ports, store, path });
    } finally {
      store.close();
    }
  } catch (error) {
    return storeFailure(error, path, needs.voice);
  }
}
