import vue from "@vitejs/plugin-vue";
import { defineConfig } from "vite";

const compilerOptions = { isCustomElement: (tag) => tag.startsWith("referrals-") };
// The scenes serve every file beside the entry.
const output = { entryFileNames: "host.js", chunkFileNames: "[name]-[hash].js" };

export default defineConfig({
  plugins: [vue({ template: { compilerOptions } })],
  build: { modulePreload: false, rolldownOptions: { input: "src/main.js", output } },
});
