// refuses: TS2339
import type { Idle } from "#runtime";

export async function answer(idle: Idle): Promise<unknown> {
  const next = await idle.think();
  return next.act();
}
