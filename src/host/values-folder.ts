import { NotNormal, parseDigest, problemText, readJson, type ValueLookup } from "#kernel";
import type { HostPorts } from "./action.ts";

/** How the platform says that there is no such file; any other reason hides a value that is there. */
const NOT_THERE = "No such file or directory";

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
    if (!text.reason.startsWith(NOT_THERE)) return unreadable(`${name}.txt`, text.reason);
    const json = ports.readInput(`${name}.json`);
    if (!json.ok) return json.reason.startsWith(NOT_THERE) ? undefined : unreadable(`${name}.json`, json.reason);
    const reading = readJson(json.bytes, ports.utf8);
    return reading.ok ? reading.value : unreadable(`${name}.json`, problemText(reading.problem));
  };
}

/** Why a path is no folder of values, or undefined when it is one: a mistyped folder must not pass for missing values. */
export function missingFolder(folder: string, ports: HostPorts): string | undefined {
  const opened = ports.readInput(folder);
  if (opened.ok) return `failed to read values ${folder}: it is a file, a folder is due`;
  return opened.reason.startsWith("Is a directory") ? undefined : `failed to read values ${folder}: ${opened.reason}`;
}

function unreadable(path: string, why: string): never {
  throw new NotNormal(`evidence.tusk.values: ${path} cannot be used: ${why}`);
}
