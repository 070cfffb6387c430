import vue from "@vitejs/plugin-vue";
import { defineConfig } from "vite";

const compilerOptions = { isCustomElement: (tag) => tag === "referrals-embed" };
const output = { entryFileNames: "host.js" };

export default defineConfig({
  plugins: [vue({ template: { compilerOptions } })],
  build: { rolldownOptions: { input: "src/main.js", output } },
});
