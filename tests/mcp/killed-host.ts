// Opens servers (their manners are the arguments) and says so; then it waits for its end.
import { openMcp } from "#tools";
import { program } from "./program.ts";

const [mark = "", ...manners] = process.argv.slice(2);
const servers = Object.fromEntries(manners.map((manner, at) => [`s${at}`, program("raw-server", manner, mark)]));
const mcp = await openMcp(servers, { environment: (name) => process.env[name], cwd: "/" });
process.stdout.write(`${mcp.servers.map(({ status }) => status).join(" ")}\n`);
setInterval(() => undefined, 1e6);
