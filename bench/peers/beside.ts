import { spawnSync } from "node:child_process";
import { lstatSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { percentile } from "../measure.ts";
import { ENVIRONMENT } from "./install.ts";
import { type Peer, type PeerName, PEERS } from "./peers.ts";

/** What a peer costs beside its work. */
export interface Beside {
  /** Milliseconds that importing it takes over bare Node: medians, and the fastest. */
  readonly coldMs: number;
  readonly coldMinMs: number;
  readonly megabytes: number;
  readonly packages: number;
}

/** Cold starts in turns over all peers and bare Node, so that a busy machine is busy for all. */
export function besideOf(root: string, names: readonly PeerName[], starts: number): ReadonlyMap<PeerName, Beside> {
  const bare = program(root, "bare.js", "");
  const entries = names.flatMap((name) => {
    const { folder, entry }: Peer = PEERS[name];
    if (entry === undefined) return [];
    return [
      {
        name,
        folder,
        times: [] as number[],
        path: program(join(root, folder), `cold-${name}.js`, `import ${JSON.stringify(entry)};\n`),
      },
    ];
  });
  const bareTimes: number[] = [];
  for (let at = -1; at < starts; at++) {
    const timed = [{ path: bare, times: bareTimes }, ...entries].map(({ path, times }) => ({
      times,
      ms: startMs(path),
    }));
    // The first start reads the files from the disk.
    if (at >= 0) for (const { times, ms } of timed) times.push(ms);
  }
  return new Map(
    entries.map(({ name, folder, times }) => {
      const coldMs = percentile(times, 0.5) - percentile(bareTimes, 0.5);
      return [name, { coldMs, coldMinMs: Math.min(...times) - Math.min(...bareTimes), ...sizeOf(join(root, folder)) }];
    }),
  );
}

function program(folder: string, name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

function startMs(path: string): number {
  const start = performance.now();
  const { status, stderr } = spawnSync(process.execPath, ["--no-warnings", path], {
    env: ENVIRONMENT,
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`${path} ended with ${status}: ${stderr}`);
  return performance.now() - start;
}

/** As `du` counts: a small file takes a whole block. */
function sizeOf(folder: string): { readonly megabytes: number; readonly packages: number } {
  const modules = join(folder, "node_modules");
  const files = readdirSync(modules, { recursive: true, encoding: "utf8" });
  const bytes = files.reduce((sum, path) => sum + lstatSync(join(modules, path)).blocks * 512, 0);
  const lock = JSON.parse(readFileSync(join(modules, ".package-lock.json"), "utf8")) as { packages: object };
  return { megabytes: bytes / 1e6, packages: Object.keys(lock.packages).length };
}
