import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { gzipSync } from "node:zlib";
import * as esbuild from "esbuild";
import * as vite from "vite";

const external = ["react", "react/jsx-runtime", "react-dom"];
const define = { "process.env.NODE_ENV": '"production"' };
const target = "es2022";

/** gzip -9, in bytes; 1 kB = 1000 bytes (embed §12). */
export const gzip = (bytes) => gzipSync(bytes, { level: 9 }).length;

/** Bundles a host's code with React outside, by the two bundlers most hosts have; both answer the same {@link Bundle}. */
export const bundlers = { esbuild: byEsbuild, vite: byVite };

/**
 * The chunks of a bundle: which are there at once, which come later.
 * @typedef {{ name: string, code: string, modules: string[], entry?: string, imports: string[], later: string[] }} Chunk
 */
export class Bundle {
  /** @param {Chunk[]} chunks @param {string} entry name of the first chunk */
  constructor(chunks, entry) {
    const steady = steadyNames(chunks);
    this.chunks = new Map(chunks.map((chunk) => [chunk.name, { ...chunk, size: gzip(steady(chunk.code)) }]));
    /** What a page fetches before anything of it runs. */
    this.first = this.reach(entry);
    /** What it may ever fetch. */
    this.all = this.reach(entry, true);
  }

  /** Names of the chunks one chunk brings along; those it may ask for later too, on demand. */
  reach(name, later = false) {
    const seen = new Set([name]);
    for (const one of seen) {
      const chunk = this.chunks.get(one);
      for (const next of [...(chunk?.imports ?? []), ...(later ? (chunk?.later ?? []) : [])])
        if (this.chunks.has(next)) seen.add(next);
    }
    return seen;
  }

  /** Bytes of chunks, each compressed by itself, as a server sends them. */
  weigh(names) {
    return [...names].reduce((total, name) => total + this.chunks.get(name).size, 0);
  }

  /** Chunks that begin with a module whose path within the package fits. */
  startingWith(pattern) {
    return [...this.chunks.values()].filter(({ entry }) => entry && pattern.test(entry));
  }
}

/**
 * Chunks name each other by a hash of their contents, so a change in one would move the size of another by some bytes. Here the
 * hash is of what a chunk is made of: as long and as random, and a figure moves only with its own code.
 */
function steadyNames(chunks) {
  const renamed = chunks.map(({ name, modules }) => [
    name,
    name.replace(/(?<=-)[\w-]{8}(?=\.js$)/, (hash) =>
      digest(modules.toSorted().join(), /[a-z]/.test(hash)).slice(0, 8),
    ),
  ]);
  return (code) => renamed.reduce((text, [name, steady]) => text.replaceAll(name, steady), code);
}

/** A hash in the letters of Vite's names, or in esbuild's, which are base32. */
function digest(text, mixedCase) {
  const bytes = createHash("sha256").update(text).digest();
  return mixedCase
    ? bytes.toString("base64url")
    : [...bytes].map((byte) => "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"[byte & 31]).join("");
}

async function byEsbuild(host, code) {
  const { outputFiles, metafile } = await esbuild.build({
    stdin: { contents: code, resolveDir: host },
    absWorkingDir: host,
    bundle: true,
    splitting: true,
    minify: true,
    write: false,
    metafile: true,
    format: "esm",
    target,
    outdir: "out",
    external,
    define,
    logLevel: "error",
  });
  const nameOf = (path) => path.split("/").pop();
  const codes = new Map(outputFiles.map((file) => [nameOf(file.path), file.text]));
  const chunks = Object.entries(metafile.outputs).map(([path, { inputs, imports, entryPoint }]) => ({
    name: nameOf(path),
    code: codes.get(nameOf(path)),
    modules: Object.keys(inputs).map(inPackage),
    entry: entryPoint && inPackage(entryPoint),
    imports: imports.filter(({ kind }) => kind === "import-statement").map((one) => nameOf(one.path)),
    later: imports.filter(({ kind }) => kind === "dynamic-import").map((one) => nameOf(one.path)),
  }));
  return new Bundle(chunks, chunks.find(({ entry }) => entry === "<stdin>").name);
}

async function byVite(host, code) {
  const input = join(host, "entry.js");
  writeFileSync(input, code);
  const { output } = await vite.build({
    configFile: false,
    root: host,
    publicDir: false,
    logLevel: "error",
    define,
    plugins: [withoutPreloading],
    build: {
      write: false,
      target,
      modulePreload: false,
      rolldownOptions: {
        input,
        external,
        preserveEntrySignatures: "strict",
        // A package's 'use client' means nothing in a browser.
        onwarn: (warning, warn) => warning.code === "MODULE_LEVEL_DIRECTIVE" || warn(warning),
      },
    },
  });
  const chunks = output
    .filter(({ type }) => type === "chunk")
    .map((chunk) => ({
      name: chunk.fileName,
      code: chunk.code,
      modules: chunk.moduleIds.map((id) => inPackage(relative(host, id))),
      entry: chunk.facadeModuleId ? inPackage(relative(host, chunk.facadeModuleId)) : undefined,
      imports: chunk.imports,
      later: chunk.dynamicImports,
    }));
  return new Bundle(chunks, output.find(({ isEntry }) => isEntry).fileName);
}

/** Vite's own helper for lazy chunks is in a host's bundle once, for the host's chunks and ours: not ours to count. */
const withoutPreloading = {
  name: "without-preloading",
  enforce: "pre",
  load: (id) => (id.includes("vite/preload-helper") ? "export const __vitePreload = (load) => load();" : null),
};

const inPackage = (path) => path.replace(/^.*node_modules\/referrals-embed\//, "");
