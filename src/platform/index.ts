import type { TrustStore } from "./config-trust.ts";
import type { Repository } from "#ports";
import type { ModuleImport } from "./import-module.ts";
import type { RepositoryOptions } from "./repository/open-repository.ts";

/** Runs a file as a module and takes something of its exports; what it takes to do so is loaded when it is asked for. */
export async function importModule<T>(path: string, take: (exports: object) => T): Promise<ModuleImport<T>> {
  return (await import("./import-module.ts")).importModule(path, take);
}

/** A package as a file sees it: what `import` in that file would give. Undefined where it sees none. */
export async function importPackage(name: string, path: string): Promise<object | undefined> {
  return (await import("./import-module.ts")).importPackage(name, path);
}

/** Which configuration files this user trusts; loaded when it is asked for. */
export async function configTrust(): Promise<TrustStore> {
  return (await import("./config-trust.ts")).trustStore;
}

/** Asks a person at the terminal for a yes; undefined where nobody can be asked. Loaded when it is asked for. */
export async function askPerson(question: string, write: (text: string) => void): Promise<boolean | undefined> {
  return (await import("./ask-person.ts")).askPerson(question, write);
}

/** Opens the git repository that a folder is in, and finishes what a killed worker had begun with its checkout; loaded when it is asked for. */
export async function openRepository(folder: string, options: RepositoryOptions): Promise<Repository> {
  return (await import("./repository/open-repository.ts")).openRepository(folder, options);
}

export { type ApprovalNotes, approvalNotes } from "./approval-notes.ts";
export { cancelSwitch } from "./cancel-switch.ts";
export { leftoverChildren, type LeftoverChild } from "./child-notes.ts";
export { newRequestId, now } from "./clock.ts";
export { environment } from "./environment.ts";
export { hasConfig } from "./find-config.ts";
export { hasPackage } from "./has-package.ts";
export { findProgram } from "./find-program.ts";
export { findIssuesPath } from "./find-issues-path.ts";
export { identity } from "./identity.ts";
export { idle } from "./idle.ts";
export { interruption } from "./interruption.ts";
export { issueToken } from "./repository/issue-token.ts";
export { jjStatus } from "./jj-status.ts";
export { isGone, PATIENCE_MS, ownerName } from "./process-owner.ts";
export { readConfigFile } from "./read-config-file.ts";
export {
  awaitInput,
  type InputBytes,
  hasPipedInput,
  MAX_INPUT_BYTES,
  readInput,
  readStandardInput,
} from "./read-input.ts";
export { realPath } from "./real-path.ts";
export { osErrorText } from "./os-error.ts";
export { digestBytes, digestStream, type DigestStream, sha256 } from "./sha256.ts";
export { utf8 } from "./utf8.ts";
export { listOwn, ownPath, ownProgram, readOwn } from "./own-files.ts";
export { GIT_SETTINGS } from "./git-settings.ts";
export { runGit } from "./run-git.ts";
export { withNameLock } from "./with-name-lock.ts";
export { type Child, type ChildExit, type ChildOptions, startChild } from "./start-child.ts";
export { makeStatePlace, ownPlaces, stateFolders, statePlaces } from "./state-folder.ts";
export { kindOf, makeFolder, makeFolders, replaceWhole, syncFolder, writeFileWhole } from "./write-file.ts";
