import { cpSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import * as first from "#kernel";
import { sha256 } from "#platform";
import { describe, expect, test } from "vitest";
import { FULL_TURN } from "../../conformance/full-turn.ts";
import { ROOT } from "../support/root.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { admitted, freshPermit, memoryStore, MUTATION_OF, PROOFS, someRefusal } from "./minted.ts";

type Kernel = typeof first;

const folder = temporaryFolder();

/** The same sources, loaded once more: another copy in `node_modules` is such a kernel. */
async function secondKernel(): Promise<Kernel> {
  const copy = join(folder, "kernel");
  cpSync(join(ROOT, "src/kernel"), copy, { recursive: true, filter: (path) => !/(?:\.test\.ts|\.json)$/.test(path) });
  return (await import(/* @vite-ignore */ pathToFileURL(join(copy, "index.ts")).href)) as Kernel;
}

const second = await secondKernel();

/** One permit of each kind, minted by this kernel. */
function permitsOf(kernel: Kernel): readonly (readonly [first.Permit["kind"], first.Permit])[] {
  const refused = kernel.bindSpec({ ...FULL_TURN.draft, modelRef: "" }, sha256);
  if (refused.admitted) throw new Error("it was admitted");
  const source = { kind: "command", commandLine: "tusk run" } as const;
  const mintings = [
    kernel.mintMandate({ actor: "arj", run: "run-1", source, mutation: MUTATION_OF.mandate.own }, sha256),
    kernel.mintEscalation(
      {
        refusal: refused.refusal,
        refusalWitnessRef: "witness://1",
        retryPolicyDigest: `pol1_${"4".repeat(64)}`,
        mutation: MUTATION_OF.escalation.own,
      },
      sha256,
    ),
    kernel.mintOverride(
      { actor: "arj", reason: "so", explicit: true, insideAgentRun: false, mutation: MUTATION_OF.human_override.own },
      sha256,
    ),
  ];
  const ready = kernel.admitMutation(closedBy(kernel), PROOFS, sha256);
  const permits = mintings.flatMap((minting): first.Permit[] => (minting.ok ? [minting.permit] : []));
  return [admitted(ready), ...permits].map((permit) => [permit.kind, permit] as const);
}

function closedBy(kernel: Kernel): first.JoinClosed {
  const spec = admitted(kernel.bindSpec(FULL_TURN.draft, sha256));
  const requests = admitted(kernel.admitRequests(spec, FULL_TURN.requests, sha256));
  const guarded = admitted(kernel.guardRequests(requests, FULL_TURN.decisions));
  const results = admitted(kernel.settleResults(guarded, FULL_TURN.results));
  return admitted(kernel.closeJoin(admitted(kernel.disposeResults(results, FULL_TURN.use)), FULL_TURN.closing));
}

describe("two kernels in one process do not believe each other (K02)", () => {
  test("the copy is a kernel of its own that says the same", () => {
    expect(second.bindSpec).not.toBe(first.bindSpec);
    expect(closedBy(second).evidenceDigest).toBe(closedBy(first).evidenceDigest);
    expect(permitsOf(first).map(([kind]) => kind)).toEqual(permitsOf(second).map(([kind]) => kind));
    expect(permitsOf(second)).toHaveLength(4);
  });

  test.each(permitsOf(second))(
    "a %s of the second is refused by the first, and is good where it was minted",
    (kind, permit) => {
      const { own } = MUTATION_OF[kind];
      const store = memoryStore();
      expect(store.apply(permit, own)).toBe(false);
      expect(store.rows).toEqual(new Map());
      expect(second.spendPermit(permit, own, sha256)).toBe(true);
    },
  );

  test.each(permitsOf(first))(
    "a %s of the first is refused by the second, and is good where it was minted",
    (kind, permit) => {
      const { own } = MUTATION_OF[kind];
      expect(second.spendPermit(permit, own, sha256)).toBe(false);
      expect(memoryStore().apply(permit, own)).toBe(true);
    },
  );

  test("a stage of one goes through no door of the other", () => {
    expect(() => first.admitMutation(closedBy(second), PROOFS, sha256)).toThrow(TypeError);
    expect(() => second.admitMutation(closedBy(first), PROOFS, sha256)).toThrow(TypeError);
    const spec = admitted(second.bindSpec(FULL_TURN.draft, sha256));
    expect(() => first.admitRequests(spec, FULL_TURN.requests, sha256)).toThrow(first.InvariantError);
  });

  test("a refusal of one escalates nothing in the other", () => {
    const grant = {
      refusal: someRefusal(),
      refusalWitnessRef: "witness://1",
      retryPolicyDigest: `pol1_${"4".repeat(64)}`,
      mutation: MUTATION_OF.escalation.own,
    };
    expect(second.mintEscalation(grant, sha256)).toEqual({
      ok: false,
      reason: "an escalation follows a refusal, and this is none",
    });
    expect(freshPermit("escalation").kind).toBe("escalation");
  });
});
