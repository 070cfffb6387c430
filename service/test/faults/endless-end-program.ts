import { closeOnSignal } from "../../src/commands/close-on-signal.ts";

/** Runs until a signal, and never finishes what it then closes. */
closeOnSignal(() => new Promise(() => {}), 1_000);
setInterval(() => {}, 1_000);
console.log("ready");
