#!/usr/bin/env node
import { readFileSync } from "node:fs";
import { parse } from "../src/parse.js";
import { report } from "../src/report.js";

try {
  process.stdout.write(`${report(parse(readFileSync(process.argv[2], "utf8")))}\n`);
} catch (error) {
  process.stderr.write(`tally: ${error.message}\n`);
  process.exitCode = 1;
}
