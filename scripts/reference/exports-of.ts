import { readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

/** A name that a module exports, and the file that declares it. */
export interface ExportedName {
  readonly name: string;
  readonly file: string;
  /** Whether only its type leaves: then nobody can construct it. */
  readonly isType: boolean;
}

const LIST = /^export (type )?\{([^}]*)\}(?: from "([^"]+)")?;/gm;
const DECLARED = /^export (?:declare )?(?:abstract )?(?:async )?(function|class|interface|type|const) (\w+)/gm;

interface Listed {
  readonly local: string;
  readonly name: string;
  readonly isType: boolean;
  readonly from: string | undefined;
}

/** Every name that a module exports, re-exports followed to the file that declares each. */
export function exportsOf(file: string): readonly ExportedName[] {
  const text = readFileSync(file, "utf8");
  const declared = [...text.matchAll(DECLARED)].map(([, kind, name = ""]): ExportedName => {
    return { name, file, isType: kind === "interface" || kind === "type" };
  });
  const listed = listsOf(text).map(({ local, name, isType, from }): ExportedName => {
    const place = from ?? importedFrom(text, local);
    if (place === undefined) return { name, file, isType };
    const source = resolveFrom(file, place);
    const origin = exportsOf(source).find((row) => row.name === local);
    if (origin === undefined) throw new Error(`${source} exports no ${local}, which ${file} passes on`);
    if (local !== name) throw new Error(`${file} renames ${local} to ${name}: a reference would show two names`);
    return { ...origin, isType: isType || origin.isType };
  });
  return [...declared, ...listed];
}

function listsOf(text: string): readonly Listed[] {
  return [...text.matchAll(LIST)].flatMap(([, whole, names = "", from]) =>
    names
      .split(",")
      .map((part) => part.trim())
      .filter((part) => part !== "")
      .map((part): Listed => {
        const [, isType, local = "", alias] = /^(type )?(\w+)(?: as (\w+))?$/.exec(part) ?? [];
        return { local, name: alias ?? local, isType: whole !== undefined || isType !== undefined, from };
      }),
  );
}

/** Where a name comes from that a module has from another one. */
function importedFrom(text: string, local: string): string | undefined {
  const imports = text.matchAll(/^import (?:type )?\{([^}]*)\} from "([^"]+)";/gm);
  return [...imports].find(([, names = ""]) => new RegExp(`\\b${local}\\b`).test(names))?.[2];
}

function resolveFrom(file: string, from: string): string {
  if (from.startsWith(".")) return join(dirname(file), from);
  const layer = /^#(\w+)$/.exec(from)?.[1];
  const source = /^(.*\/src)\//.exec(resolve(file))?.[1];
  if (layer === undefined || source === undefined) throw new Error(`${file} passes on names of ${from}`);
  return join(source, layer, "index.ts");
}
