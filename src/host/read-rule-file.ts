import { parseRuleSet, problemText, readJson, refuseDuplicates, type RuleSetReading } from "#kernel";
import type { HostPorts, Outcome } from "./action.ts";
import { unusable } from "./failed.ts";

/** A rule file as it was read: one that holds, or everything that is wrong with it. A file that is not there is no answer. */
export async function readRuleFile(path: string, ports: HostPorts): Promise<Outcome<RuleSetReading>> {
  const file = path === "-" ? ports.readStandardInput() : ports.readInput(path);
  if (!file.ok) return unusable(`failed to read rules ${path}: ${file.reason}`);
  const reading = refuseDuplicates(readJson(file.bytes, ports.utf8));
  if (!reading.ok)
    return { ok: true, data: { ok: false, problems: [`it is not JSON: ${problemText(reading.problem)}`] } };
  return {
    ok: true,
    data: parseRuleSet(reading.value, { sha256: ports.sha256, readShell: await ports.openShellReader() }),
  };
}
