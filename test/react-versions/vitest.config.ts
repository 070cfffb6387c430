import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { TEST_MS } from "../patience.ts";

const version = process.env.REACT_VERSION ?? "18.2.0";
const root = fileURLToPath(new URL("../..", import.meta.url));
const require = createRequire(new URL(`./${version}/package.json`, import.meta.url));
const from = (name: string): string => require.resolve(name);
const parts = [
  "react/jsx-runtime",
  "react/jsx-dev-runtime",
  "react-dom/client",
  "react-dom/server",
  "react-dom/test-utils",
  "react-dom",
  "react",
];

/** Every suite that renders, on the React that `REACT_VERSION` names: a folder here, with its own lock. StrictMode is on. */
export default defineConfig({
  root,
  resolve: {
    alias: [
      ...parts.map((name) => ({ find: new RegExp(`^${name}$`), replacement: from(name) })),
      // Its CommonJS file would go past the aliases.
      {
        find: /^@testing-library\/react$/,
        replacement: `${root}node_modules/@testing-library/react/dist/@testing-library/react.esm.js`,
      },
    ],
  },
  test: {
    cache: false,
    name: `react-${version}`,
    isolate: false,
    globals: true,
    environment: "jsdom",
    include: [
      "test/{react,dashboard}/**/*.dom.test.tsx",
      "test/dashboard/server-markup.test.ts",
      "test/react-versions/*.test.tsx",
    ],
    setupFiles: ["test/dom-setup.ts"],
    env: { REACT_VERSION: version },
    testTimeout: TEST_MS,
    // Inlined, so that the aliases hold in them too.
    server: { deps: { inline: [/@testing-library\/react/, /@tanstack\/react-query/] } },
  },
});
