import { realpathSync, statSync } from "node:fs";
import { registerHooks } from "node:module";
import { setImmediate, setTimeout } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { canonicalJson, type Json, NotJsonError, readJsonText } from "#kernel";
import { osErrorText } from "./os-error.ts";
import type { ConfigFileRead } from "./read-config-file.ts";
import { utf8 } from "./utf8.ts";

/** How long a file may take to load: one that waits for ever would end the program in silence. */
const LOAD_LIMIT_MS = 5000;
/** How much of an error's text is shown. */
const LINE_LIMIT = 300;

/** Runs a configuration file and takes what it exports, as JSON: a copy, so nothing in it can change later. */
export async function importConfig(path: string): Promise<ConfigFileRead> {
  let real: string;
  try {
    if (!statSync(path).isFile()) return refused(path, "it is no file");
    // Node names modules by where links lead; errors and hooks speak of that place.
    real = realpathSync(path);
  } catch (error) {
    return { ok: false, reason: `failed to read ${path}: ${osErrorText(error)}` };
  }
  try {
    const module = await withinLimit(importModule(pathToFileURL(real).href));
    if (module === undefined) return refused(path, `it did not load within ${LOAD_LIMIT_MS / 1000} seconds`);
    return parseExport(path, module);
  } catch (error) {
    return refused(path, `it throws while it loads${lineOf(error, real)}: ${oneLine(error)}`);
  }
}

/** The module's exports. TypeScript is always read as an ES module, whatever the folder's package.json says of its own files. */
async function importModule(url: string): Promise<object> {
  const hooks = registerHooks({
    resolve(specifier, context, next) {
      const resolved = next(specifier, context);
      return resolved.url === url && url.endsWith(".ts") ? { ...resolved, format: "module-typescript" } : resolved;
    },
  });
  try {
    return await import(url);
  } finally {
    hooks.deregister();
  }
}

/** Waits for a module, but not for ever. A rejection that nobody awaits is the file's too: it would end the program with a stack trace. */
async function withinLimit(module: Promise<object>): Promise<object | undefined> {
  const timer = new AbortController();
  const limit = setTimeout(LOAD_LIMIT_MS, undefined, { signal: timer.signal }).catch(() => undefined);
  const stray = Promise.withResolvers<never>();
  process.once("unhandledRejection", stray.reject);
  try {
    const loaded = await Promise.race([module, limit, stray.promise]);
    // Rejections are reported once the module has come to rest.
    await Promise.race([setImmediate(), stray.promise]);
    return loaded;
  } finally {
    timer.abort();
    process.off("unhandledRejection", stray.reject);
  }
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

/** ` at line 3`, when the error tells where in the file it arose. */
function lineOf(error: unknown, path: string): string {
  const stack = error instanceof Error ? (error.stack ?? "") : "";
  const place = [`${pathToFileURL(path).href}:`, `${path}:`].find((name) => stack.includes(name));
  const line = place === undefined ? undefined : /^\d+/.exec(stack.slice(stack.indexOf(place) + place.length))?.[0];
  return line === undefined ? "" : ` at line ${line}`;
}

/** What was thrown, as one line of bounded length. */
function oneLine(error: unknown): string {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : thrownText(error);
  const line = text.replaceAll(/\s+/g, " ").trim();
  return line.length > LINE_LIMIT ? `${line.slice(0, LINE_LIMIT)}…` : line;
}

function thrownText(thrown: unknown): string {
  return typeof thrown === "string" ? thrown : `a thrown ${thrown === null ? "null" : typeof thrown}`;
}
