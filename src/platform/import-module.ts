import { realpathSync, statSync } from "node:fs";
import { createRequire, registerHooks } from "node:module";
import { setImmediate, setTimeout } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { osErrorText } from "./os-error.ts";

/** What was taken of a module, or one sentence why it cannot be had. */
export type ModuleImport<T> =
  | { readonly ok: true; readonly taken: T }
  | { readonly ok: false; readonly reason: string };

/** How long a file may take to load: one that waits for ever would end the program in silence. */
const LOAD_LIMIT_MS = 5000;
/** How much of an error's text is shown. */
const LINE_LIMIT = 300;

/**
 * Runs a file as a module, within a time limit, and takes something of its exports. What it throws, also where nobody awaits it or where
 * an export is looked at, is told in one sentence with its line.
 */
export async function importModule<T>(path: string, take: (exports: object) => T): Promise<ModuleImport<T>> {
  let real: string;
  try {
    if (!statSync(path).isFile()) return refused(path, "it is no file");
    // Node names modules by where links lead; errors and hooks speak of that place.
    real = realpathSync(path);
  } catch (error) {
    return { ok: false, reason: `failed to read ${path}: ${osErrorText(error)}` };
  }
  try {
    const exports = await withinLimit(runModule(pathToFileURL(real).href));
    if (exports === undefined) return refused(path, `it did not load within ${LOAD_LIMIT_MS / 1000} seconds`);
    return { ok: true, taken: take(exports) };
  } catch (error) {
    return refused(path, `it throws while it loads${lineOf(error, real)}: ${oneLine(error)}`);
  }
}

/** A package as a file sees it, the very instance that an `import` in that file gives; undefined where it sees none. */
export async function importPackage(name: string, path: string): Promise<object | undefined> {
  let found: string;
  try {
    found = createRequire(realpathSync(path)).resolve(name);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "MODULE_NOT_FOUND") return undefined;
    throw error;
  }
  return import(pathToFileURL(found).href);
}

/** The module's exports. TypeScript is always read as an ES module, whatever the folder's package.json says of its own files. */
async function runModule(url: string): Promise<object> {
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

function refused(path: string, what: string): { readonly ok: false; readonly reason: string } {
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
