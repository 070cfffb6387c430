import input from "./input.mjs";
import { runScenes } from "./scenes.mjs";

const runtime = process.argv[2];
console.log(JSON.stringify(await runScenes({ ...input, runtime })));
