// Starts the program from its TypeScript sources. Plain JavaScript, because it must be able to say what is wrong on an old Node.
const [, , name, ...argv] = process.argv;
if (Number(process.versions.node.split(".")[0]) < 24) {
  console.error(`tusk needs Node 24, this is ${process.versions.node}: run 'npm install' in the clone, or put Node 24 on your PATH.`);
  process.exitCode = 2;
} else {
  const { enableCompileCache, createRequire } = await import("node:module");
  // Keeps stripped and compiled sources between runs; without it every start would pay for them again.
  enableCompileCache(new URL("../node_modules/.cache/tusk", import.meta.url).pathname);
  const { main } = await import("../src/cli/main.ts");
  process.exitCode = await main(name === "premath" ? "premath" : "tusk", createRequire(import.meta.url)("../package.json").version, argv);
}
