import react from "@vitejs/plugin-react";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { TEST_MS, WAIT_MS } from "./test/patience.ts";

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** One name for the root package in source, in tests and in the service: its source, never a stale build. */
const alias = [
  { find: /^referrals-embed$/, replacement: at("./src/index.ts") },
  {
    find: /^referrals-embed\/(contract|rules|words|server|frame|element|inline|hooks|demo)$/,
    replacement: at("./src/$1/index.ts"),
  },
];

const patient = { testTimeout: TEST_MS, hookTimeout: TEST_MS, expect: { poll: { timeout: WAIT_MS, interval: 20 } } };
const node = { ...patient, environment: "node" as const, globals: true };

/** What starts the service as a program, or opens data directories, again and again. */
const programs = [
  "service/test/store/open.embedded.test.ts",
  "service/test/commands/program.embedded.test.ts",
  "service/test/faults/kill-service.test.ts",
];

/** Without this a stylesheet that is read as text is empty. */
const sheetsAsText = { include: [/\.css\?raw$/] };

export default defineConfig({
  plugins: [react()],
  resolve: { alias },
  optimizeDeps: { exclude: ["@electric-sql/pglite"] },
  test: {
    // What it would keep is the order of files; runs beside each other would write it at once.
    cache: false,
    projects: [
      {
        extends: true,
        test: {
          ...node,
          name: "unit",
          isolate: false,
          css: sheetsAsText,
          maxWorkers: "100%",
          include: ["test/**/*.test.ts"],
          exclude: ["test/browser/**", "test/packed/**", "test/other-browsers/**", "test/visual/**"],
        },
      },
      {
        extends: true,
        test: {
          ...patient,
          name: "dom",
          isolate: false,
          maxWorkers: "100%",
          globals: true,
          environment: "jsdom",
          include: ["test/**/*.dom.test.tsx"],
          setupFiles: ["test/dom-setup.ts"],
        },
      },
      {
        extends: true,
        test: {
          ...node,
          name: "service",
          isolate: false,
          include: ["service/test/**/*.test.ts"],
          exclude: ["service/test/**/*.postgres.test.ts", ...programs],
          setupFiles: ["test/end-children.ts", "service/test/property-seed.ts"],
        },
      },
      {
        extends: true,
        test: {
          ...node,
          name: "programs",
          isolate: false,
          include: programs,
          setupFiles: ["test/end-children.ts", "service/test/property-seed.ts"],
        },
      },
      {
        extends: true,
        test: {
          ...node,
          name: "postgres",
          isolate: false,
          include: ["service/test/**/*.test.ts"],
          exclude: ["service/test/**/*.embedded.test.ts"],
          globalSetup: ["service/test/postgres-setup.ts"],
          setupFiles: ["test/end-children.ts", "service/test/property-seed.ts"],
          env: { TEST_ENGINE: "postgres" },
        },
      },
      {
        extends: true,
        test: {
          ...node,
          name: "packed",
          isolate: false,
          include: ["test/packed/**/*.test.ts"],
          globalSetup: ["test/packed/setup.ts"],
          setupFiles: ["test/end-children.ts"],
          maxWorkers: 2,
        },
      },
      {
        extends: true,
        test: {
          ...node,
          name: "other-browsers",
          include: ["test/other-browsers/**/*.test.ts"],
          globalSetup: ["test/other-browsers/setup.ts"],
          setupFiles: ["test/end-children.ts"],
          fileParallelism: false,
        },
      },
      {
        extends: true,
        test: {
          ...node,
          name: "browser",
          isolate: false,
          include: ["test/browser/**/*.test.ts"],
          globalSetup: ["test/browser/setup.ts"],
          setupFiles: ["test/end-children.ts"],
          fileParallelism: false,
        },
      },
      {
        extends: true,
        test: {
          ...node,
          name: "wide",
          isolate: false,
          include: ["test/browser/**/*.test.ts"],
          globalSetup: ["test/browser/setup.ts"],
          setupFiles: ["test/end-children.ts"],
          env: { TEST_FONTS: "wide" },
          fileParallelism: false,
        },
      },
      {
        extends: true,
        test: {
          ...node,
          name: "visual",
          css: sheetsAsText,
          include: ["test/visual/**/*.test.ts"],
          globalSetup: ["test/visual/setup.ts"],
        },
      },
    ],
  },
});
