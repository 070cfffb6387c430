import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

const root = join(import.meta.dirname, "../..");
const run = promisify(execFile);

/** What the compiler says of code that a host would paste into its app, each piece a file of its own; empty when nothing. */
export async function typecheck(pieces: readonly (readonly [place: string, code: string])[]): Promise<string> {
  const cache = join(root, "node_modules/.cache");
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(join(cache, "guides-"));
  try {
    for (const [index, [place, code]] of pieces.entries())
      await writeFile(join(folder, `${index}.tsx`), `// ${place}\n${code}\nexport {};\n`);
    const config = {
      extends: join(root, "tsconfig.json"),
      compilerOptions: {
        // What the code of a host is not asked for: types of its own parameters, and doubts about lists.
        noImplicitAny: false,
        noUncheckedIndexedAccess: false,
        paths: {
          "referrals-embed": [join(root, "src/index.ts")],
          "referrals-embed/locales/*": [join(root, "src/locales/*.ts")],
          "referrals-embed/*": [join(root, "src/*/index.ts")],
        },
      },
      include: ["*.tsx", join(root, "test/guides/*.d.ts")],
      exclude: [],
    };
    await writeFile(join(folder, "tsconfig.json"), JSON.stringify(config));
    const tsc = join(root, "node_modules/typescript/bin/tsc");
    const { stdout } = await run(process.execPath, [tsc, "--noEmit", "-p", folder]).catch(
      (error: { stdout: string }) => error,
    );
    return stdout.replace(/^.*?(\d+)\.tsx/gm, (_, index: string) => `// ${pieces[Number(index)]![0]}`);
  } finally {
    await rm(folder, { recursive: true });
  }
}
