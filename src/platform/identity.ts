import { runGit } from "./run-git.ts";

/** How long git may take to say a name. */
const GIT_LIMIT_MS = 2000;

/** Who sits at this machine: git's `user.name` as it holds in this folder, else the login name. */
export async function identity(): Promise<string> {
  return (await gitName()) ?? (await loginName()) ?? "unknown";
}

/** Undefined when there is no git, or it knows no name. */
async function gitName(): Promise<string | undefined> {
  const answer = await runGit(".", ["config", "user.name"], { limitMs: GIT_LIMIT_MS });
  return answer.ok ? nonBlank(answer.text) : undefined;
}

async function loginName(): Promise<string | undefined> {
  const { userInfo } = await import("node:os");
  try {
    return nonBlank(userInfo().username);
  } catch (error) {
    // A user without an entry in the system's list, as in small containers.
    if (error instanceof Error && "code" in error) return nonBlank(process.env["USER"]);
    throw error;
  }
}

function nonBlank(text: string | null | undefined): string | undefined {
  const trimmed = (text ?? "").trim();
  return trimmed === "" ? undefined : trimmed;
}
