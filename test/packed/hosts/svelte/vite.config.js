import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

const output = { entryFileNames: "host.js" };

export default defineConfig({
  plugins: [svelte()],
  build: { rolldownOptions: { input: "src/main.svelte.js", output } },
});
