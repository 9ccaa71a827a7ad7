// Reads one page of a large file through the tool, as a process of its own, so that its memory can be measured.
import { dirname, basename } from "node:path";
import { callSetting, callTool, codingTools, openWorkspace, toolSet } from "#tools";

const [file = "", offset = "1"] = process.argv.slice(2);
const workspace = openWorkspace(dirname(file), { role: "bench" });
const argumentsText = JSON.stringify({ path: basename(file), offset: Number(offset), limit: 100 });
const call = { toolCallId: "call-1", tool: "read", argumentsText };
const { outcome, shown } = await callTool(toolSet(...codingTools).build(), call, callSetting({ workspace }));
workspace.close();
if (outcome !== "ok") throw new Error(shown);
