import type { Import, Script, Zod } from "../adapter.ts";

interface ChatModels {
  readonly BaseChatModel: new (options: object) => object;
}
interface Messages {
  readonly AIMessage: new (content: string | object) => object;
}
interface Tools {
  readonly tool: (run: (args: { n: number }) => Promise<string>, options: object) => object;
}

/** The scripted model and the tool as LangChain wants them. */
export async function langchainParts(load: Import, script: Script): Promise<{ model: object; tools: object[] }> {
  const { tool } = await load<Tools>("@langchain/core/tools");
  const { z } = await load<Zod>("zod");
  const schema = z.object({ n: z.number() });
  const add = tool(async ({ n }) => JSON.stringify(await script.add(n)), {
    name: "add",
    description: "adds one",
    schema,
  });
  return { model: await scriptedChat(load, script), tools: [add] };
}

async function scriptedChat(load: Import, script: Script): Promise<object> {
  const { BaseChatModel } = await load<ChatModels>("@langchain/core/language_models/chat_models");
  const { AIMessage } = await load<Messages>("@langchain/core/messages");
  class Scripted extends BaseChatModel {
    _llmType(): string {
      return "scripted";
    }
    bindTools(): this {
      return this;
    }
    async _generate(): Promise<object> {
      const { calls, text = "" } = await script.next();
      // The arguments are a provider's: no two replies share them.
      const asked = calls?.map(({ id, args }) => {
        return { id, name: "add", args: JSON.parse(JSON.stringify(args)) as unknown, type: "tool_call" };
      });
      const message = new AIMessage(asked === undefined ? text : { content: "", tool_calls: asked });
      return { generations: [{ text, message }] };
    }
  }
  return new Scripted({});
}
