import { EdgeVM } from "@edge-runtime/vm";
import { readFile } from "node:fs/promises";
import input from "./input.mjs";

// The bundle defines `sdk`; nothing of Node is within its reach.
const vm = new EdgeVM();
vm.evaluate(await readFile(new URL("edge-bundle.js", import.meta.url), "utf8"));
vm.context.input = JSON.stringify({ ...input, runtime: "edge" });
console.log(await vm.evaluate("sdk.runScenes(JSON.parse(input)).then(JSON.stringify)"));
