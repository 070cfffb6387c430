import { openStore } from "../../src/store/open.ts";

/** Opens the data directory given, says so, and holds it until killed; or prints why it cannot. */
try {
  await openStore({ dataDir: process.argv[2] ?? "", snapshot: process.argv[3] ?? null });
  console.log("open");
  setInterval(() => {}, 1000);
} catch (error) {
  console.log((error as Error).message);
}
