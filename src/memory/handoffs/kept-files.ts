import { join } from "node:path";
import { readHandoff } from "#kernel";
import { utf8 } from "#platform";
import type { KeptFiles } from "#ports";
import { DigestFiles } from "./digest-files.ts";
import { ARTIFACTS } from "./existing-artifacts.ts";

/** Every packet and every large result of a state folder, read and held against its name. */
export function keptFiles(stateFolder: string): readonly KeptFiles[] {
  const handoffs = new DigestFiles(join(stateFolder, "handoffs"), { ending: ".json", port: "handoffs" });
  const artifacts = new DigestFiles(join(stateFolder, ARTIFACTS), { ending: "", port: "artifacts" });
  return [
    { thing: "handoffs", path: join(stateFolder, "handoffs"), ...handoffs.verify(packetProblem) },
    { thing: "artifacts", path: join(stateFolder, ARTIFACTS), ...artifacts.verify(() => undefined) },
  ];
}

function packetProblem(bytes: Uint8Array): string | undefined {
  const reading = readHandoff(bytes, utf8);
  return reading.ok ? undefined : reading.problem;
}
