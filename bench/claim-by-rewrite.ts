// The baseline of the throughput case: a lock file, the whole file read, one issue claimed, the whole file written and synced.
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeSync } from "node:fs";

const [path = "", worker = "", count = "0"] = process.argv.slice(2);

interface Row {
  readonly id: string;
  readonly status: string;
  readonly dependencies?: readonly { readonly depends_on_id: string; readonly type: string }[];
}

function lock(): void {
  for (;;)
    try {
      closeSync(openSync(`${path}.lock`, "wx"));
      return;
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2);
    }
}

function claim(): void {
  const rows = readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Row);
  const closed = new Set(rows.filter(({ status }) => status === "closed").map(({ id }) => id));
  const next = rows.findIndex(
    ({ status, dependencies = [] }) =>
      status === "open" && dependencies.every((edge) => closed.has(edge.depends_on_id)),
  );
  const row = rows[next];
  if (row === undefined) throw new Error(`${worker} got no issue`);
  rows[next] = Object.assign(row, { status: "in_progress", assignee: worker, lease: { owner: worker } });
  const temporary = `${path}.tmp.${process.pid}`;
  const descriptor = openSync(temporary, "w");
  writeSync(descriptor, `${rows.map((each) => JSON.stringify(each)).join("\n")}\n`);
  fsyncSync(descriptor);
  closeSync(descriptor);
  renameSync(temporary, path);
}

const begun = Date.now();
for (let at = 0; at < Number(count); at++) {
  lock();
  try {
    claim();
  } finally {
    rmSync(`${path}.lock`);
  }
}
process.stdout.write(`${begun} ${Date.now()}\n`);
