/** What every server gets of our environment, and nothing else of it: no key of a provider is among these (SECURITY 1.5). */
export const SERVER_VARIABLES: readonly string[] = [
  "PATH",
  "HOME",
  "USER",
  "LOGNAME",
  "SHELL",
  "LANG",
  "LC_ALL",
  "LC_CTYPE",
  "TZ",
  "TMPDIR",
  "TERM",
];

/** All of a server's environment: the few variables above, over them what its configuration gives. */
export function serverEnvironment(
  environment: (name: string) => string | undefined,
  given: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const own = SERVER_VARIABLES.flatMap((name) => {
    const value = environment(name);
    return value === undefined ? [] : [[name, value] as const];
  });
  return { ...Object.fromEntries(own), ...given };
}
