import { canonicalJson, type Json, NotJsonError, readJsonText } from "#kernel";
import type { ConfigFileRead } from "./read-config-file.ts";
import { utf8 } from "./utf8.ts";

/** Runs a configuration file and takes what it exports, as JSON: a copy, so nothing in it can change later. */
export async function importConfig(path: string): Promise<ConfigFileRead> {
  const { importModule } = await import("./import-module.ts");
  const loaded = await importModule(path, (exports) => parseExport(path, exports));
  return loaded.ok ? loaded.taken : loaded;
}

/** The one value that a module exports as `default` or `config`, if JSON can say it. */
function parseExport(path: string, module: object): ConfigFileRead {
  const exported: Readonly<Record<string, unknown>> = { ...module };
  // A CommonJS file has a default export always, beside the names it sets.
  const names = ["config", "default"].filter((name) => Object.hasOwn(exported, name));
  const name = "module.exports" in exported ? names[0] : names.at(-1);
  if (name === undefined) return refused(path, "it exports no configuration; write `export default { ... }`");
  if (names.length > 1 && !("module.exports" in exported))
    return refused(path, "it exports both `default` and `config`; keep one of them");
  const value = exported[name];
  const kind = notAnObject(value);
  if (kind !== undefined) return refused(path, `it exports ${kind}; export the object itself`);
  try {
    const reading = readJsonText(canonicalJson(value as Json), utf8);
    if (reading.ok) return { ok: true, file: { path, value: reading.value } };
    return refused(path, `it exports what JSON cannot say: ${reading.problem.reason}`);
  } catch (error) {
    if (!(error instanceof NotJsonError)) throw error;
    return refused(path, `it exports what JSON cannot say: ${error.message}`);
  }
}

/** What was exported instead of an object, where that is a likely mistake. */
function notAnObject(value: unknown): string | undefined {
  if (value === undefined) return "undefined";
  if (typeof value === "function")
    return /^class\b/.test(Function.prototype.toString.call(value)) ? "a class" : "a function";
  if (typeof value === "object" && value !== null && "then" in value && typeof value.then === "function")
    return "a promise";
  return undefined;
}

function refused(path: string, what: string): ConfigFileRead {
  return { ok: false, reason: `${path}: ${what}` };
}
