import vue from "@vitejs/plugin-vue";
import { defineConfig } from "vite";

// Vue must leave the tag to the browser.
const compilerOptions = { isCustomElement: (tag) => tag === "referrals-embed" };

export default defineConfig({ plugins: [vue({ template: { compilerOptions } })] });
