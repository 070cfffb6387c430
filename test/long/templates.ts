import { spawn, type ChildProcess } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { chromium, type Browser } from "playwright-core";
import { FLAGS, findChromium } from "../browser/chromium.ts";
import { API_KEY, openHome, Service } from "./home.ts";
import { freePort } from "../free-port.ts";
import type { Result } from "./kills.ts";

/** What people start with today: how it is made, and what its guide leaves to the reader. */
interface Template {
  /** Makes the app in the folder `app`. */
  create: string;
  /** Files of the template, where `create` cannot fetch it: such scaffolders carry none, and load theirs from GitHub. */
  essentials?: Record<string, string>;
  /** More that a reader runs before the guide. */
  before?: string[];
  /** What a reader writes themselves: where the dashboard goes. */
  own?: Record<string, string>;
  /** The template's own checks. */
  checks: string[];
  /** How it runs: built and while developing. `server` of the guide runs beside both. */
  built?: string;
  dev: string;
  server?: string;
  /** Where the dashboard is. */
  paths: string[];
}

const viteApp = { server: "node --env-file=.env server.ts", dev: "npm run dev -- --port $DEV_PORT", paths: ["/"] };

const templates: Record<string, Template> = {
  react: {
    create: "npx --yes create-vite@latest app --template react-ts --no-interactive",
    before: ["npm install"],
    own: {
      "src/App.tsx": `import { Referrals } from "./Referrals";\n\nexport default function App() {\n  return <Referrals userId="user_1" />;\n}\n`,
    },
    checks: ["npm run build", "npm run lint"],
    ...viteApp,
  },
  next: {
    create: "npx --yes create-next-app@latest app --yes",
    checks: ["npm run build", "npm run lint"],
    built: "npm start -- --port $PORT",
    dev: "npm run dev -- --port $DEV_PORT",
    paths: ["/refer", "/simple"],
  },
  vue: {
    create: "npx --yes create-vue@latest app --default",
    before: ["npm install"],
    own: {
      "src/App.vue": `<script setup lang="ts">\nimport Referrals from './components/Referrals.vue'\n</script>\n\n<template>\n  <Referrals user-id="user_1" />\n</template>\n`,
    },
    checks: ["npm run build"],
    ...viteApp,
  },
  svelte: {
    create: "npx --yes sv@latest create app --template minimal --types ts --no-add-ons --install npm",
    checks: ["npm run build", "npm run check"],
    built: "npm run preview -- --port $PORT",
    dev: "npm run dev -- --port $DEV_PORT",
    paths: ["/refer"],
  },
  astro: {
    create: "npx --yes create-astro@latest app --yes --no-git",
    essentials: {
      "package.json": `{ "name": "app", "private": true, "type": "module", "scripts": { "dev": "astro dev", "build": "astro build" }, "dependencies": { "astro": "latest" } }`,
      "tsconfig.json": `{ "extends": "astro/tsconfigs/strict", "include": [".astro/types.d.ts", "**/*"], "exclude": ["dist"] }`,
    },
    before: ["npm install", "npx astro add node --yes", "npm install @astrojs/check typescript@5"],
    checks: ["npm run build", "npx astro check"],
    built: "node --env-file=.env dist/server/entry.mjs",
    dev: "npm run dev -- --port $DEV_PORT",
    paths: ["/refer"],
  },
  "react-router": {
    create: "npx --yes create-react-router@latest app --yes --no-git-init",
    essentials: {
      "package.json": `{ "name": "app", "private": true, "type": "module",
        "scripts": { "build": "react-router build", "dev": "react-router dev", "start": "react-router-serve ./build/server/index.js", "typecheck": "react-router typegen && tsc" },
        "dependencies": { "@react-router/node": "8.4.0", "@react-router/serve": "8.4.0", "isbot": "^5", "react": "^19", "react-dom": "^19", "react-router": "8.4.0" },
        "devDependencies": { "@react-router/dev": "8.4.0", "@types/node": "^24", "@types/react": "^19", "@types/react-dom": "^19", "typescript": "^5.9", "vite": "^8" } }`,
      "tsconfig.json": `{ "include": ["**/*", "**/.server/**/*", "**/.client/**/*", ".react-router/types/**/*"],
        "compilerOptions": { "lib": ["DOM", "DOM.Iterable", "ES2022"], "types": ["node", "vite/client"], "target": "ES2022", "module": "ES2022", "moduleResolution": "bundler", "jsx": "react-jsx", "rootDirs": [".", "./.react-router/types"], "paths": { "~/*": ["./app/*"] }, "esModuleInterop": true, "verbatimModuleSyntax": true, "noEmit": true, "resolveJsonModule": true, "skipLibCheck": true, "strict": true } }`,
      "vite.config.ts": `import { reactRouter } from "@react-router/dev/vite";\nimport { defineConfig } from "vite";\n\nexport default defineConfig({ plugins: [reactRouter()], resolve: { tsconfigPaths: true } });\n`,
      "react-router.config.ts": `import type { Config } from "@react-router/dev/config";\n\nexport default { ssr: true } satisfies Config;\n`,
      "app/routes.ts": `import { type RouteConfig, index } from "@react-router/dev/routes";\n\nexport default [index("routes/home.tsx")] satisfies RouteConfig;\n`,
      "app/routes/home.tsx": `export default function Home() {\n  return <h1>Home</h1>;\n}\n`,
      "app/root.tsx": `import { Links, Meta, Outlet, Scripts, ScrollRestoration } from "react-router";\n\nexport function Layout({ children }: { children: React.ReactNode }) {\n  return (\n    <html lang="en">\n      <head>\n        <meta charSet="utf-8" />\n        <Meta />\n        <Links />\n      </head>\n      <body>\n        {children}\n        <ScrollRestoration />\n        <Scripts />\n      </body>\n    </html>\n  );\n}\n\nexport default function App() {\n  return <Outlet />;\n}\n`,
    },
    before: ["npm install"],
    checks: ["npm run build", "npm run typecheck"],
    built: "node --env-file=.env node_modules/.bin/react-router-serve ./build/server/index.js",
    dev: "npm run dev -- --port $DEV_PORT",
    paths: ["/refer"],
  },
};

/** The next/font of create-next-app asks Google while it builds; nothing here is about fonts. */
const fonts = `const face = (name) => "@font-face { font-family: '" + name + "'; src: local('" + name + "') }";
const url = (family) => "https://fonts.googleapis.com/css2?family=" + family + ":wght@100..900&display=swap";
module.exports = { [url("Geist")]: face("Geist"), [url("Geist+Mono")]: face("Geist Mono") };`;

/**
 * Takes each framework's starter of today, does what its guide in docs/guides says and nothing else, runs the starter's own
 * checks and build without the secrets, and opens the dashboard in Chromium, built and while developing.
 * @param names which templates; all of them when there is none
 */
export async function arrivals(names: readonly string[]): Promise<Result> {
  const unknown = names.filter((name) => !(name in templates));
  if (unknown.length > 0)
    return {
      did: "nothing",
      found: [`There is no template ${unknown.join(", ")}: ${Object.keys(templates).join(", ")}.`],
    };
  if (Number(process.versions.node.split(".")[0]) < 24)
    return { did: "nothing", found: ["The starters of today need Node 24: run this with it."] };
  const chosen = names.length > 0 ? names : Object.keys(templates);
  const folder = mkdtempSync(join(tmpdir(), "referrals-templates-"));
  const home = await openHome("embedded");
  const url = `http://127.0.0.1:${home.port}`;
  Object.assign(home.env, { APP_URL: url, LINK_DOMAINS: url });
  const service = new Service(home);
  const browser = await chromium.launch({ executablePath: findChromium(), args: FLAGS });
  const found: string[] = [];
  try {
    await service.ready();
    await run(
      process.cwd(),
      `npm pack --pack-destination ${folder} && mv ${folder}/referrals-embed-*.tgz ${folder}/referrals-embed.tgz`,
    );
    writeFileSync(join(folder, "fonts.cjs"), fonts);
    for (const name of chosen) {
      const problem = await arrive({ name, folder: join(folder, name), url, browser }).catch((error: unknown) =>
        String((error as Error).message),
      );
      if (problem) found.push(`${name}: ${problem}`);
    }
  } finally {
    await browser.close();
    await service.end("SIGTERM");
    await home.remove();
    rmSync(folder, { recursive: true, force: true });
  }
  return { did: chosen.join(", "), found };
}

interface Arrival {
  name: string;
  folder: string;
  /** Of the service. */
  url: string;
  browser: Browser;
}

async function arrive({ name, folder, url, browser }: Arrival): Promise<string | undefined> {
  const template = templates[name]!;
  const begun = performance.now();
  const step = (what: string): void =>
    console.log(`${name}, ${((performance.now() - begun) / 1000).toFixed(0)} s: ${what}`);
  mkdirSync(folder, { recursive: true });
  const app = join(folder, "app");
  await run(folder, template.create).catch((error: unknown) => {
    if (!template.essentials) throw error;
    step("the starter could not fetch its template, so its essentials stand for it");
    for (const [file, text] of Object.entries(template.essentials)) write(app, file, text);
  });
  for (const command of template.before ?? []) await run(app, command);
  step("made");

  const port = await freePort();
  const devPort = await freePort();
  const guide = readFileSync(join("docs/guides", `${name}.md`), "utf8")
    .replaceAll("https://app.example.com", url)
    .replaceAll("http://localhost:3000", `http://localhost:${port}`);
  for (const [, command = ""] of guide.matchAll(/^(npm install .*)$/gm))
    await run(app, command.replace("referrals-embed", "../../referrals-embed.tgz"));
  for (const [file, text] of [...filesOf(guide), ...Object.entries(template.own ?? {})]) write(app, file, text);
  const environment = filesOf(guide).find(([file]) => file.startsWith(".env"));
  if (!environment) return "its guide names no .env";
  const [file, settings] = environment;
  // What is built is built without the secrets.
  write(app, file, settings.replace(/^REFERRALS_API_.*\n/gm, ""));
  for (const command of template.checks) {
    await run(app, command);
    step(`${command} passes`);
  }
  write(app, file, settings.replace("ref_…", API_KEY));

  const env = { PORT: String(port), DEV_PORT: String(devPort) };
  const servers = [start(app, template.server ?? template.built ?? "", env)];
  try {
    for (const path of template.paths) await open(browser, `http://localhost:${port}${path}`, servers[0]!);
    step("built: the partner's link is there");
    servers.push(start(app, template.dev, { ...env, PORT: String(template.server ? port : devPort) }));
    for (const path of template.paths) await open(browser, `http://localhost:${devPort}${path}`, servers[1]!);
    step("while developing: the partner's link is there");
  } finally {
    for (const { end } of servers) end();
  }
  return undefined;
}

/** The files of a guide: each block of code whose paragraph begins with the file's name. */
function filesOf(guide: string): [file: string, text: string][] {
  return [...guide.matchAll(/^`([\w./+-]*\.[\w.]+)`.*\n\n```\w+\n([\s\S]*?)^```$/gm)].map(
    ([, file = "", text = ""]) => [file, text],
  );
}

function write(app: string, file: string, text: string): void {
  mkdirSync(dirname(join(app, file)), { recursive: true });
  writeFileSync(join(app, file), text);
}

/** Opens a page until the dashboard in its frame shows a link. @throws Error with what the page, its console and its server said */
async function open(browser: Browser, address: string, server: Running): Promise<void> {
  const until = performance.now() + 120_000;
  while (
    !(await fetch(address).then(
      (answer) => answer.ok,
      () => false,
    ))
  ) {
    if (server.isOver() || performance.now() > until) throw new Error(`${address} does not answer:\n${server.said()}`);
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  const page = await browser.newPage({ locale: "en" });
  const told: string[] = [];
  page.on("pageerror", (error) => told.push(error.message));
  page.on("console", (line) => {
    if (line.type() === "error" && !line.location().url.endsWith("/favicon.ico")) told.push(line.text());
  });
  try {
    await page.goto(address);
    await page.frameLocator("iframe").getByText("Copy link").first().waitFor({ timeout: 60_000 });
    if (told.length > 0) throw new Error("the console is not empty");
  } catch (error) {
    const body = (await page.locator("body").innerText()).slice(0, 500);
    throw new Error([`${address}: ${(error as Error).message}`, ...told, body, server.said()].join("\n"), {
      cause: error,
    });
  } finally {
    await page.close();
  }
}

interface Running {
  said(): string;
  isOver(): boolean;
  end(): void;
}

const running = new Set<ChildProcess>();
process.once("exit", () => {
  for (const child of running) killGroup(child);
});

function start(cwd: string, command: string, env: Record<string, string> = {}): Running & { ended: Promise<number> } {
  let said = "";
  const own = { ...process.env, NODE_ENV: undefined, NEXT_TELEMETRY_DISABLED: "1", ASTRO_TELEMETRY_DISABLED: "1" };
  const quiet = { npm_config_loglevel: "error", npm_config_audit: "false", npm_config_fund: "false" };
  const fontsFile = join(cwd, "../../fonts.cjs");
  const child = spawn("sh", ["-c", command], {
    cwd,
    env: { ...own, ...quiet, ...(existsSync(fontsFile) && { NEXT_FONT_GOOGLE_MOCKED_RESPONSES: fontsFile }), ...env },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  running.add(child);
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (said += text));
  const ended = new Promise<number>((resolve) => child.once("exit", (code) => resolve(code ?? 1)));
  const isOver = (): boolean => child.exitCode !== null || child.signalCode !== null;
  return { said: () => said.slice(-3000), isOver, end: () => killGroup(child), ended };
}

/** A starter's command starts others. */
function killGroup(child: ChildProcess): void {
  running.delete(child);
  try {
    process.kill(-child.pid!, "SIGKILL");
  } catch {
    // It has ended.
  }
}

async function run(cwd: string, command: string): Promise<void> {
  const { ended, said, end } = start(cwd, command);
  const code = await ended;
  end();
  if (code !== 0) throw new Error(`${command} ended with ${code}:\n${said()}`);
}
