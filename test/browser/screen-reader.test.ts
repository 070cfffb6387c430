import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { tabNames } from "../tab-names.ts";
import { render, settle, untilLoaded, untilState } from "./drive.ts";
import { bareHead, hostPage, openScene, tokenOf, type Scene } from "./scene.ts";

let scene: Scene;

beforeAll(async () => {
  scene = await openScene();
  scene.serve("/", hostPage("<main><h1>Host</h1><div id='embed'></div></main>", bareHead));
});
afterAll(() => scene.close());

const panels = [...tabNames, "Analytics"];

async function openPanel(panel: string, width: number): Promise<Page> {
  const { page } = await scene.open("/");
  await page.setViewportSize({ width, height: 900 });
  await page.emulateMedia({ reducedMotion: "reduce" });
  const data = panel === "Analytics" ? "analytics" : "referrals";
  await render(page, { mode: "inline", appUrl: scene.app, token: tokenOf(), locale: "en", data });
  await untilState(page, "ready");
  if (panel !== "Analytics") await page.click(`#embed [role=tab]:text-is("${panel}")`);
  await untilLoaded(page, "#embed");
  await settle(page);
  return page;
}

/** A thing as assistive technology is told of it. */
interface Told {
  role: string;
  name: string;
  value: string;
  focusable: boolean;
  states: Record<string, unknown>;
  children: Told[];
}

interface AxNode {
  nodeId: string;
  parentId?: string;
  ignored: boolean;
  role?: { value: string };
  name?: { value: string };
  value?: { value: unknown };
  properties?: { name: string; value: { value?: unknown } }[];
}

/** Everything the browser tells of the page, as one flat list in its order, each with what it holds. */
async function told(page: Page): Promise<Told[]> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = (await session.send("Accessibility.getFullAXTree")) as { nodes: AxNode[] };
  await session.detach();
  const made = new Map<string, Told>();
  for (const node of nodes) {
    const states = Object.fromEntries((node.properties ?? []).map(({ name, value }) => [name, value.value]));
    made.set(node.nodeId, {
      role: node.ignored ? "" : (node.role?.value ?? ""),
      name: (node.name?.value ?? "").trim(),
      value: String(node.value?.value ?? ""),
      focusable: states.focusable === true,
      states,
      children: [],
    });
  }
  for (const node of nodes) made.get(node.parentId ?? "")?.children.push(made.get(node.nodeId)!);
  return [...made.values()];
}

const CONTROLS = [
  "button",
  "link",
  "textbox",
  "searchbox",
  "checkbox",
  "radio",
  "combobox",
  "slider",
  "tab",
  "menuitem",
];
const below = (one: Told): Told[] => one.children.flatMap((child) => [child, ...below(child)]);
const holds = (one: Told, role: string): Told[] => below(one).filter((child) => child.role === role);

/** What is wrong with the controls of a page, one line each. */
function faultsOf(all: Told[]): string[] {
  const controls = all.filter(({ role, focusable }) => focusable && CONTROLS.includes(role));
  // What acts on a row names its row; two commissions of one customer are told apart by their dates beside it.
  // A choice and a text field of one name are not told apart by their kinds.
  const kind = (role: string): string => (["textbox", "searchbox", "combobox"].includes(role) ? "field" : role);
  const named = controls.map(({ role, name }) => `${kind(role)} ${name}`);
  const twice = named.filter((name, i) => named.indexOf(name) !== i && !/^button (Save|.*why this amount)$/.test(name));
  const silent = controls.filter(({ role, value, states }) => {
    if (role === "combobox") return value === "";
    if (role === "checkbox" || role === "radio") return typeof states.checked !== "string";
    return role === "tab" && typeof states.selected !== "boolean";
  });
  return [
    ...(controls.length > 2 ? [] : ["fewer than three controls"]),
    ...controls.filter(({ name }) => name === "").map(({ role }) => `a ${role} without a name`),
    ...[...new Set(twice)].map((name) => `two are named ${name}`),
    ...silent.map(({ role, name }) => `the ${role} ${name} does not say what is chosen`),
  ];
}

describe("as the browser tells it to a screen reader", () => {
  it.each(panels)(
    "%s at 360 and 1100 px: every control has a name of its own, every choice says what is chosen",
    async (panel) => {
      const page = await openPanel(panel, 360);
      for (const width of [360, 1100]) {
        await page.setViewportSize({ width, height: 900 });
        await settle(page);
        await expect.poll(async () => faultsOf(await told(page)), { message: `${width}` }).toEqual([]);
        const slider = page.locator("#embed [role=slider]");
        if ((await slider.count()) > 0)
          expect(await slider.getAttribute("aria-valuetext")).toMatch(/^Oct 30, 2026.*: \d+ Clicks$/);
      }
      await page.context().close();
    },
  );

  it.each([
    ["Links", "Links"],
    ["Earnings", "Commissions"],
    ["Leaderboard", "Leaderboard"],
    ["Refer", "Sent so far"],
  ])(
    "%s at 360 px: the rows that look like a list are told as a table with its heads (DES-B3)",
    async (panel, name) => {
      const page = await openPanel(panel, 360);
      const table = (await told(page)).find((one) => one.role === "table" && one.name === name)!;
      const [head, ...rows] = holds(table, "row");
      expect(rows.length).toBeGreaterThan(2);
      const heads = holds(head!, "columnheader").map((one) => one.name);
      expect(heads.every((one) => one !== "")).toBe(true);
      for (const row of rows) expect(holds(row, "cell").length).toBe(heads.length);
      await page.context().close();
    },
  );

  it.each(panels)("%s announces nothing while nothing is done (design §17.9)", async (panel) => {
    const page = await openPanel(panel, 1100);
    const spoken = await page.evaluate(async () => {
      const changes: string[] = [];
      const observer = new MutationObserver((records) => {
        for (const { target } of records) {
          const element = target instanceof Element ? target : target.parentElement;
          const region = element?.closest("#embed [role=status], #embed [role=alert], #embed [aria-live]");
          if (region) changes.push(region.textContent ?? "");
        }
      });
      observer.observe(document.querySelector("#embed")!, { childList: true, characterData: true, subtree: true });
      document.dispatchEvent(new Event("visibilitychange"));
      window.dispatchEvent(new Event("focus"));
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      observer.disconnect();
      return changes;
    });
    expect(spoken).toEqual([]);
    await page.context().close();
  });

  it("the lines of a form's summary lead to their fields, each of which says what is wrong (design §17.10, DES-F3)", async () => {
    const page = await openPanel("Refer", 700);
    await page.click('#embed button:text-is("Send referral")');
    await page.waitForSelector("#embed .rf-alert li button");
    const lines = await page.locator("#embed .rf-alert li button").allInnerTexts();
    expect(lines.length).toBeGreaterThanOrEqual(3);
    for (const line of lines) {
      await page.focus(`#embed .rf-alert li button:text-is("${line}")`);
      await page.keyboard.press("Enter");
      const field = (): Promise<object> =>
        page.evaluate((line) => {
          const control = document.activeElement as HTMLInputElement;
          const described = (control.getAttribute("aria-describedby") ?? "").split(" ");
          const error = described.map((id) => document.getElementById(id)?.textContent).join(" ");
          const label = control.labels?.[0]?.firstElementChild?.textContent;
          return {
            // An error that names its field stands alone.
            says: label && error.includes(label) ? error.trim() === line : `${label}: ${error.trim()}` === line,
            invalid: control.getAttribute("aria-invalid"),
          };
        }, line);
      await expect.poll(field).toEqual({ says: true, invalid: "true" });
    }
    await page.context().close();
  });

  it("from a row's menu to its dialog and back, all by keyboard (DES-O2, DES-O4)", async () => {
    const page = await openPanel("Links", 1100);
    const focused = (): Promise<string> =>
      page.evaluate(
        () => document.activeElement!.getAttribute("aria-label") ?? document.activeElement!.textContent ?? "",
      );
    const menu = page.locator("#embed button[aria-haspopup=menu]").nth(1);
    await menu.focus();
    const opener = await focused();
    await page.keyboard.press("Enter");
    await expect.poll(focused).toBe("Edit");
    await page.keyboard.press("Enter");
    await page.waitForSelector("#embed dialog[open]");
    const dialog = async (): Promise<Told | undefined> => (await told(page)).find(({ role }) => role === "dialog");
    await expect.poll(dialog).toMatchObject({ name: "Edit link", states: { modal: true } });
    await page.keyboard.press("Escape");
    await page.waitForSelector("#embed dialog[open]", { state: "detached" });
    await expect.poll(focused).toBe(opener);
    await page.context().close();
  });

  it("a button that is sending is as readable under the pointer as without (design §17.6)", async () => {
    const page = await openPanel("Refer", 700);
    const save = page.locator("#embed form .rf-button-primary").first();
    await save.evaluate((button) => button.setAttribute("aria-disabled", "true"));
    const look = (): Promise<string> =>
      save.evaluate((button) => {
        const { color, backgroundColor } = getComputedStyle(button);
        return `${color} on ${backgroundColor}`;
      });
    const before = await look();
    await save.hover();
    expect(await look()).toBe(before);
    await page.context().close();
  });
});
