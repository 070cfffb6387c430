import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, FrameLocator, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, test, vi } from "vitest";
import { tokenFiles } from "../../stories/designers/token-files.ts";
import { connectChromium } from "../browser/chromium.ts";

interface Entry {
  id: string;
  title: string;
  type: "docs" | "story";
}

interface ArgType {
  name: string;
  control?: { type?: string; min?: number; max?: number };
  options?: unknown[];
  table?: { disable?: boolean };
}

// Guards against hanging, no measures of speed: Storybook is slow to open beside whatever else a machine does.
vi.setConfig({ testTimeout: 400_000 });
const opensWithinMs = 100_000;

let browser: Browser;
let page: Page;
let entries: Entry[];
/** The controls of each story that its panel offers. */
let controls: Record<string, ArgType[]>;

beforeAll(async () => {
  browser = await connectChromium(inject("chromium"));
  const context = await browser.newContext({ viewport: { width: 1440, height: 1000 }, reducedMotion: "reduce" });
  page = await context.newPage();
  page.setDefaultTimeout(opensWithinMs);
  const index = (await (await fetch(`${inject("storybook")}/index.json`)).json()) as { entries: Record<string, Entry> };
  entries = Object.values(index.entries);
  await showAlone("parts--badges");
  const stories = await page.evaluate(async () => {
    const preview = window.__STORYBOOK_PREVIEW__ as unknown as { extract(): Promise<object> };
    return JSON.parse(JSON.stringify(await preview.extract())) as Record<string, { argTypes: Record<string, object> }>;
  });
  controls = Object.fromEntries(
    Object.entries(stories).map(([id, { argTypes }]) => [
      id,
      (Object.values(argTypes) as ArgType[]).filter(({ control, table }) => control?.type && !table?.disable),
    ]),
  );
});

afterAll(() => browser?.close());

const preview = (): FrameLocator => page.frameLocator("#storybook-preview-iframe");
const panelRow = (name: string): Locator =>
  page
    .locator("#storybook-panel-root tr")
    .filter({ has: page.locator("td:first-child").getByText(name, { exact: true }) });

/** Opens an address of the catalogue as a person does, with its sidebar and panels. */
async function open(path: string): Promise<void> {
  await page.goto(`${inject("storybook")}/${path}`);
}

/** A story without the catalogue around it. */
async function showAlone(story: string): Promise<void> {
  await page.goto(`${inject("storybook")}/iframe.html?viewMode=story&id=${story}&globals=a11y.manual:!true`);
  await page.waitForFunction((id) => {
    const { id: shown, phase = "" } = window.__STORYBOOK_PREVIEW__?.currentRender ?? {};
    return shown === id && ["finished", "errored", "aborted"].includes(phase);
  }, story);
}

/** Values a person would try. */
function otherValues({ name, control, options }: ArgType): unknown[] {
  if (control!.type === "inline-check") return [["settings"], ["countries"]];
  if (options) return options.slice(0, 3);
  if (control!.type === "range") return [control!.max, control!.min];
  if (control!.type === "color") return ["#7a1fd1"];
  if (control!.type === "boolean") return [true, false];
  if (control!.type === "number") return [7];
  return name === "chartColors" ? [["#0f766e", "#b45309", "#7c3aed", "#be123c"]] : ["Another word"];
}

describe("the catalogue", () => {
  test("opens on What it is", async () => {
    await open("");
    await expect.poll(() => page.url()).toContain("?path=/docs/start-what-it-is--docs");
    await preview().getByRole("heading", { name: "What it is", level: 1 }).waitFor();
  });

  test("leads from there to pages and stories that exist, the designers' ones among them", async () => {
    await open("?path=/docs/start-what-it-is--docs");
    await preview().getByRole("heading", { name: "I want to see" }).waitFor();
    const links = await preview()
      .locator('a[href*="?path="]')
      .evaluateAll((all) => all.map((a) => a.getAttribute("href")!));
    const ids = links.map((href) => href.split("/").at(-1));
    expect(entries.map(({ id }) => id)).toEqual(expect.arrayContaining(ids));
    expect(ids).toEqual(
      expect.arrayContaining([
        "for-designers-theme-playground--playground",
        "for-designers-tokens--docs",
        "for-designers-anatomy--overview",
      ]),
    );
    await preview().getByRole("link", { name: "Anatomy" }).click();
    await preview().getByRole("list", { name: "Parts" }).waitFor();
  });
});

describe("controls", () => {
  test("stand below every story: its look, and what it is made of", () => {
    const stories = entries.filter(({ type }) => type === "story");
    expect(Object.keys(controls)).toHaveLength(stories.length);
    for (const { id, title } of stories) {
      const names = controls[id]!.map(({ name }) => name);
      const look = ["theme", "backgroundColor", "accentColor", "density", "borderRadius", "fontSize"];
      expect(names, id).toEqual(expect.arrayContaining(look));
      if (/^(Panels|Embed\/States|Theme|Layout|Languages|Robustness$)/.test(title) && title !== "Panels/Live updates")
        expect(names, id).toEqual(expect.arrayContaining(["state", "variant", "data", "sections", "title"]));
      if (title.startsWith("Parts")) expect(names.length, id).toBeGreaterThan(8);
    }
  });

  test("are shown where a story is opened", async () => {
    await open("?path=/story/panels-links--default");
    for (const name of ["theme", "accentColor", "state", "sections"]) await panelRow(name).waitFor();
    await panelRow("theme").getByText("dark").click();
    await preview().locator('.rf-root[data-scheme="dark"]').waitFor();
    await expect.poll(() => page.url()).toContain("args=theme:dark");
  });

  test("each change what is seen, in one story of each kind", { timeout: 600_000 }, async () => {
    const tried = new Set<string>();
    const acted = new Set<string>();
    const dead: string[] = [];
    for (const { id, title, type } of entries) {
      if (type === "docs" || outOfSight.some((start) => id.startsWith(start))) continue;
      const names = controls[id]!.map(({ name }) => name).sort();
      const isDashboard = names.includes("variant");
      const kind = isDashboard ? `dashboard ${names.join()}` : `${title} ${names.join()}`;
      if (tried.has(kind)) continue;
      tried.add(kind);
      await showAlone(id);
      for (const control of controls[id]!) {
        // All but the theme reach every dashboard by one way, and every part by another: once each is enough.
        const way = `${isDashboard} ${control.name}`;
        if (control.name !== "theme" && acted.has(way)) continue;
        if (await acts(id, control)) acted.add(way);
        else dead.push(`${id}: ${control.name}`);
      }
    }
    expect(tried.size).toBeGreaterThan(15);
    expect(dead).toEqual([]);
  });
});

/** The dashboard of these stories is in a frame, of which the first needs the service, or behind a button. */
const outOfSight = ["embed-frame--", "robustness-strict-policy--", "embed-pieces--launcher-button"];

/** Whether one of a control's values changes the story that is shown. */
async function acts(storyId: string, control: ArgType): Promise<boolean> {
  const tell = (event: string, what: object): Promise<void> =>
    page.evaluate(([event, what]) => window.__STORYBOOK_PREVIEW__!.channel.emit(event, what), [event, what] as const);
  const before = await whenStill();
  for (const value of otherValues(control)) {
    await tell("updateStoryArgs", { storyId, updatedArgs: { [control.name]: value } });
    if ((await whenStill()) === before) continue;
    await tell("resetStoryArgs", { storyId, argNames: [control.name] });
    return true;
  }
  return false;
}

/** A digest of the story's elements once they stay, without the ids that React counts. */
function whenStill(): Promise<string> {
  return page.evaluate(async () => {
    const busy = "[aria-busy=true], .rf-skeleton";
    let since = performance.now();
    const end = since + 6000;
    const changes = new MutationObserver(() => (since = performance.now()));
    changes.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
    while (performance.now() < end && performance.now() - since < (document.querySelector(busy) ? 1500 : 250))
      await new Promise((done) => setTimeout(done, 50));
    changes.disconnect();
    const html = document.querySelector("#storybook-root")!.innerHTML.replaceAll(/_r_\w+_|:r\w+:/g, "");
    const look = `${html}${document.body.getAttribute("style")}`;
    const bytes = await crypto.subtle.digest("SHA-1", new TextEncoder().encode(look));
    return [...new Uint8Array(bytes)].join();
  });
}

describe("the theme playground", () => {
  const code = (name: string): Locator => preview().getByLabel(`${name} code`);

  test("keeps what was chosen in the address: reloaded and sent, it shows the same", async () => {
    await open("?path=/story/for-designers-theme-playground--playground");
    await code("React").waitFor();
    await panelRow("theme").getByText("dark").click();
    await panelRow("accentColor").getByRole("textbox").fill("#7c3aed");
    // Storybook leaves such a colour out of the address; it becomes the one it is.
    await panelRow("backgroundColor").getByRole("textbox").fill("oklch(0.3 0.05 200)");
    await panelRow("borderRadius").getByRole("slider").fill("20");
    await panelRow("panel").getByRole("combobox").selectOption("links");
    await expect
      .poll(() => code("JSON").textContent())
      .toMatch(/"backgroundColor": "#[\da-f]{6}"[^]*"accentColor": "#7c3aed"[^]*20/);
    const printed = await code("React").textContent();
    for (const name of [
      "theme:dark",
      "accentColor:!hex(7c3aed)",
      "backgroundColor:!hex(",
      "borderRadius:20",
      "panel:links",
    ])
      await expect.poll(() => decodeURIComponent(page.url())).toContain(name);
    const address = page.url();
    const other = await (await browser.newContext({ viewport: { width: 1440, height: 1000 } })).newPage();
    await other.goto(address);
    const sent = other.frameLocator("#storybook-preview-iframe").getByLabel("React code");
    await expect.poll(() => sent.textContent()).toBe(printed);
    await other.context().close();
    await page.reload();
    await expect.poll(() => code("React").textContent()).toBe(printed);
    await preview().getByRole("heading", { name: "Links" }).first().waitFor();
  });

  test("prints component, element and iframe, each with a button that copies it", async () => {
    await open("?path=/story/for-designers-theme-playground--violet-at-night");
    for (const name of ["React", "React, inline", "Element", "Iframe", "JSON"]) {
      await code(name).waitFor();
      await preview()
        .getByRole("button", { name: `Copy ${name}`, exact: true })
        .waitFor();
    }
    expect(await code("Iframe").textContent()).toMatch(/^<iframe\n {2}src="https:[^]*<\/iframe>$/);
  });

  test("gives the tokens of the theme that was chosen", async () => {
    await open("?path=/story/for-designers-theme-playground--violet-at-night");
    const options = { backgroundColor: "#111827", accentColor: "#7c3aed", borderRadius: 12 };
    expect(await downloaded()).toEqual(tokenFiles(options));
  });
});

describe("the tokens", () => {
  test("are files to download, as the code makes them", async () => {
    await open("?path=/docs/for-designers-tokens--docs");
    expect(await downloaded()).toEqual(tokenFiles({}));
  });

  test("are what is painted: radius, heights, padding and type as they stand on screen", async () => {
    for (const [args, options] of [
      ["", {}],
      ["density:compact;borderRadius:12;fontSize:18", { density: "compact", borderRadius: 12, fontSize: 18 }],
    ] as const) {
      const { radius, size, text } = JSON.parse(tokenFiles(options)["referrals-embed.light.tokens.json"]!) as Record<
        string,
        Record<string, { $value: { value: number; fontSize: { value: number } } }>
      >;
      const style = async (selector: string, name: string): Promise<number> =>
        Math.round(
          Number.parseFloat(
            await page
              .locator(selector)
              .first()
              .evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), name),
          ) * 1000,
        ) / 1000;
      await page.goto(`${inject("storybook")}/iframe.html?viewMode=story&id=panels-overview--default&args=${args}`);
      await page.locator(".rf-performance .rf-tile").first().waitFor();
      expect(await style(".rf-performance", "border-top-left-radius")).toBe(radius!.card!.$value.value);
      expect(await style(".rf-performance", "padding-left")).toBe(size!["card-padding"]!.$value.value);
      expect(await style(".rf-tile", "border-top-left-radius")).toBe(radius!.control!.$value.value);
      expect(await style(".rf-link-value", "height")).toBe(size!.input!.$value.value);
      expect(await style(".rf-performance select", "height")).toBe(size!.button!.$value.value);
      expect(await style(".rf-hero .rf-h2", "font-size")).toBe(text!.title!.$value.fontSize.value);
    }
  });
});

/** What the links to files give, by name. */
async function downloaded(): Promise<Record<string, string>> {
  const folder = await mkdtemp(join(tmpdir(), "tokens-"));
  const files: Record<string, string> = {};
  const links = preview().locator("a[download]");
  await links.first().waitFor();
  for (let n = 0; n < (await links.count()); n++) {
    const [download] = await Promise.all([page.waitForEvent("download"), links.nth(n).click()]);
    await download.saveAs(join(folder, "file"));
    files[download.suggestedFilename()] = await readFile(join(folder, "file"), "utf8");
  }
  await rm(folder, { recursive: true });
  return files;
}
