import input from "./input.mjs";
import { runScenes } from "./scenes.mjs";

export default {
  fetch: async () => Response.json(await runScenes({ ...input, runtime: "workerd" })),
};
