// Opens a server where the client package is absent, and tells what is said of it; without servers the package is not even looked for.
import { registerHooks } from "node:module";

registerHooks({
  resolve(specifier, context, next) {
    if (!specifier.startsWith("@modelcontextprotocol/")) return next(specifier, context);
    throw Object.assign(new Error(`Cannot find package ${specifier}`), { code: "ERR_MODULE_NOT_FOUND" });
  },
});
const { openMcp } = await import("#tools");
const { PortError } = await import("#ports");
const options = { environment: () => undefined, cwd: "/" };
const { tools } = await openMcp({}, options);
const said = await openMcp({ s: { command: "node" } }, options).catch((error: unknown) =>
  error instanceof PortError ? { port: error.port, code: error.code, message: error.message } : String(error),
);
process.stdout.write(JSON.stringify({ tools, said }));
