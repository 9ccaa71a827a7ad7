import { NotNormal, parseDigest, problemText, readJson, type ValueLookup } from "#kernel";
import type { HostPorts } from "./action.ts";

/**
 * Values by digest in a folder: `<64 hex digits>.json`, or `<64 hex digits>.txt` for a text that is hashed as it is.
 * A value that is not there is unproven; one that is there and cannot be read is unusable input.
 */
export function folderOfValues(folder: string, ports: HostPorts): ValueLookup {
  return (digest) => {
    if (parseDigest(digest) === undefined) return undefined;
    const name = `${folder}/${digest.slice("sha256:".length)}`;
    const text = ports.readInput(`${name}.txt`);
    if (text.ok)
      return ports.utf8.decode(text.bytes, 0, text.bytes.length) ?? unreadable(`${name}.txt`, "is not UTF-8");
    const json = ports.readInput(`${name}.json`);
    if (!json.ok) return undefined;
    const reading = readJson(json.bytes, ports.utf8);
    return reading.ok ? reading.value : unreadable(`${name}.json`, problemText(reading.problem));
  };
}

function unreadable(path: string, why: string): never {
  throw new NotNormal(`evidence.tusk.values: ${path} cannot be used: ${why}`);
}
