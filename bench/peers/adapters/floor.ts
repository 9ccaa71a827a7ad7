import type { Adapter, Script, Zod } from "../adapter.ts";
import type { ScriptedTurn } from "../scenarios.ts";

type Call = NonNullable<ScriptedTurn["calls"]>[number];

/** The loop that everybody writes first: no history that is checked, no evidence, no budget. */
export const floor: Adapter = async ({ load, script }) => {
  const { z } = await load<Zod>("zod");
  const answer = answering(z.object({ n: z.number() }), script);
  return async () => {
    const messages: unknown[] = [{ role: "user", content: "go" }];
    for (;;) {
      const { calls, text } = await script.next();
      messages.push({ role: "assistant", calls, content: text });
      if (calls === undefined) return text;
      messages.push(...(await Promise.all(calls.map(answer))));
    }
  };
};

function answering(schema: ReturnType<Zod["z"]["object"]>, { add }: Script): (call: Call) => Promise<unknown> {
  return async ({ id, args }) => {
    const parsed = schema.safeParse(JSON.parse(JSON.stringify(args)));
    if (!parsed.success) return { id, error: parsed.error.message };
    return { id, output: JSON.stringify(await add(parsed.data.n)) };
  };
}
