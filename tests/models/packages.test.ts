import { expect, test } from "vitest";
import { ROOT } from "../support/root.ts";
import { runProcess } from "../support/run-process.ts";

/*
 * The packages that write requests are optional, and loaded by the first model that needs one (DESIGN 15): seen from a process of its own.
 */

/** Runs a module in which every request for a provider package is noted, and answered as if there were none where `isAbsent`. */
async function run(script: string, isAbsent: boolean): Promise<unknown> {
  const program = `
    import { registerHooks } from "node:module";
    const asked = [];
    registerHooks({
      resolve(name, context, next) {
        if (name.startsWith("@ai-sdk/")) {
          asked.push(name);
          if (${isAbsent}) throw Object.assign(new Error("Cannot find package"), { code: "ERR_MODULE_NOT_FOUND" });
        }
        return next(name, context);
      },
    });
    const { openModel } = await import("#models");
    const options = { environment: () => "key", readCassette: () => Promise.reject(new Error("none")) };
    const open = (ref) => openModel(ref, options).then(({ ref }) => ref, ({ code, message }) => code + ": " + message);
    ${script}
  `;
  const { stdout } = await runProcess(process.execPath, ["--input-type=module", "-e", program], { cwd: ROOT });
  return JSON.parse(stdout);
}

test("a package that is not there is one sentence with the line that installs it", async () => {
  const refs = ["anthropic/m", "openai/m", "openai-chat/m", "ollama/m", "google/m"];
  const said = await run(`console.log(JSON.stringify(await Promise.all(${JSON.stringify(refs)}.map(open))))`, true);
  expect(said).toEqual(
    ["anthropic", "openai", "openai", "openai-compatible", "google"].map(
      (name) => `no_package: models of this kind need the package @ai-sdk/${name}: npm install @ai-sdk/${name}`,
    ),
  );
});

test("no package is loaded before a model needs it, and then only that one", async () => {
  const said = await run(
    `const before = [...asked]; const ref = await open("ollama/m"); console.log(JSON.stringify({ before, ref, asked: [...new Set(asked)].filter((name) => !name.includes("provider")) }))`,
    false,
  );
  expect(said).toEqual({ before: [], ref: "ollama/m", asked: ["@ai-sdk/openai-compatible"] });
});
