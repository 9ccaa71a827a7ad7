import { type DefaultRuleSet, defaultRuleSet, type Json, parseRuleSet } from "#kernel";
import { newRequestId, now, sha256 } from "#platform";
import { type PermissionKeeper, PortError } from "#ports";
import { openShellReader } from "../shell-parse/open-shell-reader.ts";
import { type KeeperOptions, permissionKeeper } from "./permission-keeper.ts";

/** What a keeper of permissions is opened with. */
export interface PermissionOptions extends Partial<
  Pick<KeeperOptions, "sessionId" | "clock" | "timeoutMs" | "kept" | "asked">
> {
  /** A default rule set by its name, or one of your own as its file says it. */
  readonly rules: DefaultRuleSet | { readonly [key: string]: Json };
  readonly root: string;
  readonly approver: KeeperOptions["approver"];
  readonly keep: KeeperOptions["keep"];
}

/** How long a question waits: long enough for a person who is there. */
const TIMEOUT_MS = 5 * 60_000;

/** Opens a keeper of permissions. Rejects with `PortError` and every problem where its rules do not hold. */
export async function openPermissions(options: PermissionOptions): Promise<PermissionKeeper> {
  const { rules, root, approver, keep, sessionId = newRequestId(), clock = { now }, timeoutMs = TIMEOUT_MS } = options;
  const { kept = [], asked = () => {} } = options;
  const readShell = await openShellReader();
  const tools = { sha256, readShell };
  const reading = typeof rules === "string" ? defaultRuleSet(rules, tools) : parseRuleSet({ ...rules }, tools);
  if (!reading.ok) throw new PortError("permissions", "invalid_rules", reading.problems.join("; "));
  const { ruleSet } = reading;
  return permissionKeeper({ ruleSet, readShell, root, sessionId, clock, approver, timeoutMs, keep, kept, asked });
}
