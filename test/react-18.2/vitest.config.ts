import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const root = fileURLToPath(new URL("../..", import.meta.url));
const require = createRequire(
  new URL(process.env.REACT_ROOT ? `file://${process.env.REACT_ROOT}/` : "./", import.meta.url),
);
const from = (name: string): string => require.resolve(name);

/** The React suites on React 18.2: `REACT_ROOT` names the folder that holds it, this one by default. */
export default defineConfig({
  root,
  resolve: {
    alias: [
      ...[
        "react/jsx-runtime",
        "react/jsx-dev-runtime",
        "react-dom/client",
        "react-dom/server",
        "react-dom/test-utils",
      ].map((name) => ({ find: new RegExp(`^${name}$`), replacement: from(name) })),
      // Its CommonJS file would go past the aliases.
      {
        find: /^@testing-library\/react$/,
        replacement: `${root}node_modules/@testing-library/react/dist/@testing-library/react.esm.js`,
      },
      { find: /^react$/, replacement: from("react") },
      { find: /^react-dom$/, replacement: from("react-dom") },
    ],
  },
  test: {
    name: "react-18.2",
    globals: true,
    environment: "jsdom",
    include: ["test/react/**/*.dom.test.tsx", "test/react-18.2/*.test.tsx"],
    setupFiles: ["test/dom-setup.ts"],
    // Inlined, so that the aliases hold in them too.
    server: { deps: { inline: [/@testing-library\/react/, /@tanstack\/react-query/] } },
  },
});
