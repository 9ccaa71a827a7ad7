import type { Idle } from "#runtime";

export async function answer(idle: Idle): Promise<unknown> {
  const next = await idle.think();
  return next.phase === "Thinking" ? next.act() : next.phase;
}
