import { ToolFailed } from "#ports";
import { type AdvertisedTool, advertise } from "./advertised-tool.ts";
import type { ListedTool } from "./listed-tool.ts";

/** Why a tool that the model was told of is not called any more: it became another one, or it went. */
export type Withdrawal = "changed" | "vanished";

const WITHDRAWN: Readonly<Record<Withdrawal, { readonly code: "Denied" | "NotFound"; readonly what: string }>> = {
  changed: { code: "Denied", what: "changed its schema or description after it was advertised" },
  vanished: { code: "NotFound", what: "is not offered any more" },
};

/** What the model was told of one server's tools, held against what the server says later (T09). */
export class ToldTools {
  readonly #digests = new Map<string, string>();
  readonly #withdrawn = new Map<string, Withdrawal>();

  /** By the server's own names. */
  get withdrawn(): ReadonlyMap<string, Withdrawal> {
    return this.#withdrawn;
  }

  /** From now on the model knows these. */
  tell(tools: readonly AdvertisedTool[]): void {
    for (const { remote, digest } of tools) this.#digests.set(remote, digest);
  }

  /** Withdraws what is not listed as it was told. Once withdrawn stays withdrawn: a tool that changes to and fro is none to be trusted. */
  compare(listed: readonly ListedTool[]): void {
    const now = new Map(listed.map((tool) => [tool.name, advertise(tool)]));
    for (const [remote, digest] of this.#digests) {
      const found = now.get(remote);
      const isSame = found?.ok === true && found.tool.digest === digest;
      if (!isSame && !this.#withdrawn.has(remote))
        this.#withdrawn.set(remote, found === undefined ? "vanished" : "changed");
    }
  }

  /** Throws `ToolFailed` for a tool that is not what the model was told. */
  demand(remote: string): void {
    const how = this.#withdrawn.get(remote);
    if (how === undefined) return;
    const { code, what } = WITHDRAWN[how];
    throw new ToolFailed(code, `${remote} ${what}: it was not called and cannot be in this run`);
  }
}
