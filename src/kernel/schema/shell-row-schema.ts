import type { JsonObject } from "../json/value.ts";
import { closed } from "./closed-object.ts";

const TEXT: JsonObject = { type: "string" };
const COUNT: JsonObject = { type: "integer", minimum: 0 };
const DIGEST: JsonObject = { type: "string", pattern: "^sha256:[0-9a-f]{64}$" };

/** How far commands of a sandbox reach. */
export const PROFILE: JsonObject = {
  enum: ["read-only", "workspace-write", "danger-full-access", "external-sandbox"],
};
/** Whether they reach the network. */
export const NETWORK: JsonObject = { enum: ["none", "full"] };
/** The program that holds the walls. */
export const BACKEND: JsonObject = closed(
  { name: { enum: ["bwrap", "unshare", "none"] }, version: TEXT },
  { digest: DIGEST },
);

const LIMITS: JsonObject = closed({
  softMs: COUNT,
  hardMs: COUNT,
  maxBytes: COUNT,
  headBytes: COUNT,
  tailBytes: COUNT,
});

/** Every way in which a command ends, each with what it leaves. */
export const EXIT: JsonObject = {
  oneOf: [
    closed({ kind: { const: "exited" }, code: COUNT }),
    closed({ kind: { const: "signalled" }, signal: TEXT }),
    closed({ kind: { const: "timed_out" }, timeoutKind: { enum: ["soft", "hard"] } }, { code: COUNT }),
    closed({ kind: { enum: ["output_limit", "aborted"] } }),
  ],
};

/** What is known of one stream of a command, beside its text. */
export const STREAM: JsonObject = {
  totalBytes: COUNT,
  digest: DIGEST,
  retainedHead: COUNT,
  retainedTail: COUNT,
  encoding: { enum: ["utf-8", "binary"] },
  invalidUtf8Bytes: COUNT,
};

/** What stands behind one command in evidence, as commands print it (SECURITY 1.5). */
export const SHELL_ROW: JsonObject = closed(
  {
    workdir: TEXT,
    workdirReal: TEXT,
    sandboxProfile: PROFILE,
    network: NETWORK,
    profileDigest: DIGEST,
    backend: BACKEND,
    capabilityProbeDigest: DIGEST,
    argvDigest: DIGEST,
    commandDigest: DIGEST,
    envNames: { type: "array", items: TEXT },
    limits: LIMITS,
    exit: EXIT,
    stdout: closed(STREAM),
    stderr: closed(STREAM),
    violations: { type: "array", items: TEXT, maxItems: 20 },
    durationMs: COUNT,
  },
  { survivorsKilled: COUNT },
);
