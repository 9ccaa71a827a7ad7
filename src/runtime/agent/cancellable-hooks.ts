import type { CancelSignal, Model, ModelChunk, ModelRequest } from "#ports";
import type { OrCancelled } from "../or-cancelled.ts";
import type { RunSetting } from "../run-setting.ts";

/** What a run waits for that somebody else wrote. Tools are bounded by their desk. */
type Hooks = Pick<RunSetting, "model" | "permissions" | "checkpoint" | "guards" | "output">;

/** The same hooks, none of which is waited for once the run was called off: one that heeds no signal holds nobody up (R09). */
export function cancellableHooks(
  { model, permissions, checkpoint, guards, output }: Hooks,
  orCancelled: OrCancelled,
): Hooks {
  return {
    model: cancellableModel(model, orCancelled),
    permissions: permissions && { judge: async (wish, signal) => orCancelled(permissions.judge(wish, signal)) },
    checkpoint:
      checkpoint &&
      // What the approver makes of the question changes nothing.
      (async (question, signal) => orCancelled(checkpoint(Object.freeze({ ...question }), signal))),
    guards: guards.map((guard) => ({
      id: guard.id,
      stage: guard.stage,
      check: (input, signal) => orCancelled(guard.check(input, signal)),
    })),
    output: (text) => orCancelled(output(text)),
  };
}

function cancellableModel(model: Model, orCancelled: OrCancelled): Model {
  const { ref } = model;
  const complete: Model["complete"] = async (request, signal) => orCancelled(model.complete(request, signal));
  if (model.stream === undefined) return { ref, complete };
  const stream = model.stream.bind(model);
  return {
    ref,
    complete,
    stream: (request: ModelRequest, signal: CancelSignal) =>
      cancellableStream(() => stream(request, signal), orCancelled),
  };
}

async function* cancellableStream(
  open: () => AsyncIterable<ModelChunk>,
  orCancelled: OrCancelled,
): AsyncGenerator<ModelChunk, void, undefined> {
  const chunks = open()[Symbol.asyncIterator]();
  let isOver = false;
  try {
    for (;;) {
      const next = await orCancelled(chunks.next());
      if (next.done === true) break;
      yield next.value;
    }
    isOver = true;
  } finally {
    // Told that nobody reads on, and not waited for: a stream that hangs would not come back.
    if (!isOver) Promise.resolve(chunks.return?.()).catch(() => undefined);
  }
}
