import { readdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { root } from "../package/built.ts";

/** What React Compiler says of a function. */
interface Finding {
  kind: string;
  detail?: { options?: { category: string; reason: string } };
}

/** Syntax it does not know yet, and a `useMemo` it would write otherwise: it leaves these functions as they are. */
const leftAlone = ["Todo", "PreserveManualMemo"];

/**
 * Compiles the sources of the package with the React Compiler of an installed project.
 * @returns how many functions it compiled, and which break a rule of React, by file
 */
export async function compileSources(project: string): Promise<{ compiled: number; broken: string[] }> {
  const { transformAsync } = createRequire(join(project, "package.json"))("@babel/core");
  const files = await readdir(join(root, "src"), { recursive: true });
  let compiled = 0;
  const broken: string[] = [];
  // Files of components and of hooks. The service's console is not in the package, and nothing compiles it.
  const holdsReact = (file: string): boolean => /(\.tsx|\buse[A-Z]\w*\.ts)$/.test(file) && !file.startsWith("console");
  for (const file of files.filter(holdsReact)) {
    const logEvent = (_: unknown, { kind, detail }: Finding): void => {
      if (kind === "CompileSuccess") compiled += 1;
      else if (!leftAlone.includes(detail?.options?.category ?? ""))
        broken.push(`${file}: ${kind} ${detail?.options?.reason ?? ""}`);
    };
    await transformAsync(await readFile(join(root, "src", file), "utf8"), {
      filename: join(project, file),
      cwd: project,
      babelrc: false,
      configFile: false,
      code: false,
      parserOpts: { plugins: ["typescript", "jsx"] },
      plugins: [["babel-plugin-react-compiler", { panicThreshold: "none", logger: { logEvent } }]],
    });
  }
  return { compiled, broken };
}
