import react from "@vitejs/plugin-react";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** One name for the root package in source, in tests and in the service: its source, never a stale build. */
const alias = [
  { find: /^referrals-embed$/, replacement: at("./src/index.ts") },
  {
    find: /^referrals-embed\/(contract|rules|server|frame|element|inline|hooks|demo)$/,
    replacement: at("./src/$1/index.ts"),
  },
];

/** What `expect.poll` allows what is still on its way, below the time of a test: a guard against hanging, no measure of speed. */
const node = {
  environment: "node" as const,
  globals: true,
  testTimeout: 30_000,
  expect: { poll: { timeout: 25_000, interval: 20 } },
};
/** Browsers beside whatever else the machine does. */
const browser = {
  ...node,
  testTimeout: 120_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 40_000, interval: 20 } },
};

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
          name: "dom",
          isolate: false,
          maxWorkers: "100%",
          globals: true,
          environment: "jsdom",
          include: ["test/**/*.dom.test.tsx"],
          setupFiles: ["test/dom-setup.ts"],
          testTimeout: 30_000,
        },
      },
      {
        extends: true,
        test: {
          ...node,
          name: "service",
          isolate: false,
          include: ["service/test/**/*.test.ts"],
          exclude: ["service/test/**/*.postgres.test.ts"],
          setupFiles: ["test/end-children.ts", "service/test/property-seed.ts"],
          // A guard against hanging, no measure of speed: machines are busy.
          testTimeout: 180_000,
          hookTimeout: 300_000,
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
          testTimeout: 180_000,
          hookTimeout: 300_000,
        },
      },
      {
        extends: true,
        test: {
          ...browser,
          name: "packed",
          isolate: false,
          include: ["test/packed/**/*.test.ts"],
          globalSetup: ["test/packed/setup.ts"],
          setupFiles: ["test/end-children.ts"],
          testTimeout: 180_000,
          hookTimeout: 300_000,
          maxWorkers: 2,
        },
      },
      {
        extends: true,
        test: {
          ...browser,
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
          ...browser,
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
          ...browser,
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
          ...browser,
          name: "visual",
          css: sheetsAsText,
          include: ["test/visual/**/*.test.ts"],
          globalSetup: ["test/visual/setup.ts"],
        },
      },
    ],
  },
});
