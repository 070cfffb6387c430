import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readGuides } from "../../scripts/build/guides.mjs";

const root = join(import.meta.dirname, "../..");

/** A page whose code is run, as it is served or read. */
export const pages: { file: string; text: string }[] = [
  ...readGuides(root).flatMap(({ guides }) => guides),
  ...["README.md", "service/README.md", "docs/embed.md"].map((file) => ({
    file,
    text: readFileSync(join(root, file), "utf8"),
  })),
];

/** A block of code. */
export interface Block {
  file: string;
  /** Line it begins at. */
  line: number;
  language: string;
  code: string;
}

/** Every block of code of the guides and the README, in their order. */
export const blocks: readonly Block[] = pages.flatMap(({ file, text }) =>
  [...text.matchAll(/^( *)```(\w*)\n([\s\S]*?)^ *```$/gm)].map(
    ({ index, 1: indent = "", 2: language = "", 3: code = "" }) => ({
      file,
      line: text.slice(0, index).split("\n").length,
      language,
      code: code.replace(new RegExp(`^${indent}`, "gm"), ""),
    }),
  ),
);

/** The blocks of a language, each under its place, for a test per block. */
export const blocksIn = (...languages: string[]): [string, Block][] =>
  blocks.filter(({ language }) => languages.includes(language)).map((block) => [`${block.file}:${block.line}`, block]);
