/**
 * What a repository's own settings may not decide for git (SECURITY 3): they would start programs at a mere `git status`. They count
 * before every file, in the harness's calls and in a command's environment.
 */
export const GIT_SETTINGS: Readonly<Record<string, string>> = Object.freeze({
  "core.fsmonitor": "false",
  "core.hooksPath": "/dev/null",
  "log.showSignature": "false",
  "protocol.ext.allow": "never",
  // A repository that lies among the files of another one is none unless it is named.
  "safe.bareRepository": "explicit",
});
