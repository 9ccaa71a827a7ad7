import { expect, test } from "vitest";
import { hear, openAt } from "./support/hear.ts";
import { replyServer, status } from "./support/reply-server.ts";

// The packages read these while they are imported: they are set before anything of this file has imported one.
const NAMES = ["ANTHROPIC_BASE_URL", "OPENAI_BASE_URL"];
for (const name of NAMES) process.env[name] = "";

test("an empty base URL in the environment neither breaks the packages nor is used", async () => {
  const server = await replyServer(status(400, '{"error":{"message":"seen"}}'));
  try {
    for (const ref of ["anthropic/m", "openai/m", "openai-chat/m"])
      expect((await hear(await openAt(ref, server.url))).error?.message).toContain(`${ref}: status 400: seen`);
    expect(NAMES.map((name) => process.env[name])).toEqual(["", ""]);
  } finally {
    await server.close();
  }
});
