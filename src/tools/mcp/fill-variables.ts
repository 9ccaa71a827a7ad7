const VARIABLE = /\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g;

/** Values with every `${NAME}` filled in, or the first name that has no value. */
export type Filled =
  | { readonly ok: true; readonly values: Readonly<Record<string, string>> }
  | { readonly ok: false; readonly key: string; readonly missing: string };

/** Fills in what values name of our environment. A name without a value is never taken for empty. */
export function fillVariables(
  values: Readonly<Record<string, string>>,
  environment: (name: string) => string | undefined,
): Filled {
  const filled: [string, string][] = [];
  for (const [key, value] of Object.entries(values)) {
    const names = [...value.matchAll(VARIABLE)].map(([, name = ""]) => name);
    const missing = names.find((name) => (environment(name) ?? "") === "");
    if (missing !== undefined) return { ok: false, key, missing };
    filled.push([key, value.replace(VARIABLE, (_, name: string) => environment(name) ?? "")]);
  }
  return { ok: true, values: Object.fromEntries(filled) };
}
