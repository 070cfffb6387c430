// node compile-sources.js <folder>: compiles the components and hooks of a folder with React Compiler, and prints how many functions it
// compiled, and which break a rule of React. A process of its own: in Vitest's it takes several times as long.
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { transformAsync } from "@babel/core";

const [sources] = process.argv.slice(2);
/** Syntax it does not know yet, and a `useMemo` it would write otherwise: it leaves these functions as they are. */
const leftAlone = ["Todo", "PreserveManualMemo"];
/** The service's console is not in the package, and nothing compiles it. */
const holdsReact = (file) => /(\.tsx|\buse[A-Z]\w*\.ts)$/.test(file) && !file.startsWith("console");

let compiled = 0;
const broken = [];
for (const file of (await readdir(sources, { recursive: true })).filter(holdsReact)) {
  const logEvent = (_, { kind, detail }) => {
    if (kind === "CompileSuccess") compiled += 1;
    else if (!leftAlone.includes(detail?.options?.category)) broken.push(`${file}: ${kind} ${detail?.options?.reason}`);
  };
  await transformAsync(await readFile(join(sources, file), "utf8"), {
    filename: join(import.meta.dirname, file),
    babelrc: false,
    configFile: false,
    code: false,
    parserOpts: { plugins: ["typescript", "jsx"] },
    plugins: [["babel-plugin-react-compiler", { panicThreshold: "none", logger: { logEvent } }]],
  });
}
console.log(JSON.stringify({ compiled, broken }));
