// Runs workers side by side on one issue file and prints the milliseconds a claim took, all of them together.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";

const [script = "", path = "", workers = "8", each = "10"] = process.argv.slice(2);

async function work(name: string): Promise<readonly [number, number]> {
  const child = spawn(process.execPath, [fileURLToPath(new URL(script, import.meta.url)), path, name, each], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, "exit")]);
  if (code !== 0) throw new Error(`${name} ended with ${code}`);
  const [begun = 0, ended = 0] = output.trim().split(" ").map(Number);
  return [begun, ended];
}

const spans = await Promise.all(Array.from({ length: Number(workers) }, (_, at) => work(`worker-${at}`)));
const begun = Math.min(...spans.map(([from]) => from));
const ended = Math.max(...spans.map(([, to]) => to));
process.stdout.write(`${(ended - begun) / (Number(workers) * Number(each))}\n`);
