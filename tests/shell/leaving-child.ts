// Starts a child that outlives it, and tells its number.
import { startChild } from "#platform";

const { pid } = await startChild({ program: "/bin/sleep", argv: ["300"], cwd: "/", env: {}, detached: true });
process.stdout.write(`${pid}\n`);
