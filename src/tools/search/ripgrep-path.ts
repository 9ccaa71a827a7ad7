import { PortError } from "#ports";

let known: Promise<string> | undefined;

/** The absolute path of the ripgrep that was installed with us, found once: never by `PATH` or the working folder. */
export function ripgrepPath(): Promise<string> {
  known ??= findRipgrep();
  return known;
}

async function findRipgrep(): Promise<string> {
  try {
    const { rgPath } = await import("@vscode/ripgrep");
    return rgPath;
  } catch (cause) {
    throw new PortError("ripgrep", "missing", "ripgrep is not installed for this machine: install tusk again", {
      cause,
    });
  }
}
