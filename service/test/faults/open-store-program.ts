import { closeSync, openSync } from "node:fs";
import { openStore } from "../../src/store/open.ts";

/** Opens files until the process may open no more than `spare`. */
function leaveFiles(spare: number): void {
  const open: number[] = [];
  try {
    for (;;) open.push(openSync("/dev/null", "r"));
  } catch {
    for (const file of open.slice(-spare)) closeSync(file);
  }
}

/** Opens the data directory given, says so, and holds it until killed; or prints why it cannot. */
try {
  if (process.argv[4]) leaveFiles(Number(process.argv[4]));
  await openStore({ dataDir: process.argv[2] ?? "", snapshot: process.argv[3] ?? null });
  console.log("open");
  setInterval(() => {}, 1000);
} catch (error) {
  console.log((error as Error).message);
}
