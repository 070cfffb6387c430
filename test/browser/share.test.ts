import type { Frame, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { callsOf, frameOf, render, until, untilState } from "./drive.ts";
import { hostPage, inlineHead, openScene, tokenOf, type Scene, type Tab } from "./scene.ts";

let scene: Scene;
beforeAll(async () => {
  scene = await openScene();
  scene.serve("/", hostPage('<div id="embed"></div>', inlineHead));
});
afterAll(() => scene.close());

const url = "https://go.northlight.example/ada";
const words = "Have a look at Northlight. With my link, or with the code ADA20, you get 20% off for 3 months";

/** The dashboard in a frame, or in the page itself. */
async function openDashboard(tab: Tab, mode: "iframe" | "inline"): Promise<Frame | Page> {
  await render(tab.page, { mode, appUrl: scene.app, token: tokenOf() });
  await untilState(tab.page, "ready");
  const where = mode === "iframe" ? await frameOf(tab.page) : tab.page;
  await where.waitForSelector(".rf-link-value select");
  return where;
}

const sharedBy = async (page: Page): Promise<string[]> =>
  (await callsOf(page, "onEvent")).filter(({ type }) => type === "link.shared").map(({ via }) => via);

describe.each(["iframe", "inline"] as const)("sharing, mode %s", (mode) => {
  it("without Web Share: the sheet has a message to change, six places that know nothing of us, and the code as picture", async () => {
    const tab = await scene.open("/");
    await tab.context.grantPermissions(["clipboard-read", "clipboard-write"]);
    const where = await openDashboard(tab, mode);
    await where.click(".rf-share");
    await where.fill("dialog[open] textarea", `Hello ${url}`);
    const places = await where.$$eval("dialog[open] .rf-share-ways a", (links) =>
      links.map((link) => [(link as HTMLAnchorElement).href, (link as HTMLAnchorElement).rel]),
    );
    expect(places.map(([href = ""]) => href.split("?")[0])).toEqual([
      "mailto:",
      "https://wa.me/",
      "https://x.com/intent/post",
      "https://www.linkedin.com/sharing/share-offsite/",
      "https://www.facebook.com/sharer/sharer.php",
      "https://t.me/share/url",
    ]);
    expect(places.every(([, rel]) => rel === "noopener noreferrer")).toBe(true);
    expect(places[1]?.[0]).toBe(`https://wa.me/?text=${encodeURIComponent(`Hello ${url}`)}`);

    await tab.context.route("https://wa.me/**", (route) =>
      route.fulfill({ contentType: "text/html", body: "WhatsApp" }),
    );
    const opened = tab.context.waitForEvent("page");
    await where.click("dialog[open] .rf-share-ways a:has-text('WhatsApp')");
    const place = await opened;
    await place.waitForURL(/wa\.me/);
    expect(await place.evaluate(() => [window.opener, document.referrer])).toEqual([null, ""]);
    await place.close();

    await tab.page.bringToFront();
    await where.click("dialog[open] button:has-text('Copy picture')");
    await where.waitForSelector("dialog[open] .rf-qr-acts button:has-text('Copied')");
    // The frame may write to the clipboard, not read from it.
    const copied = await tab.page.evaluate(async () => {
      const [item] = await navigator.clipboard.read();
      const bitmap = await createImageBitmap((await item?.getType("image/png")) as Blob);
      return bitmap.width === bitmap.height && bitmap.width >= 900;
    });
    expect(copied).toBe(true);
    for (const kind of ["SVG", "PNG"]) {
      const file = tab.page.waitForEvent("download");
      await where.click(`dialog[open] button[aria-label='Download ${kind}']`);
      expect((await file).suggestedFilename()).toBe(`qr-ada.${kind.toLowerCase()}`);
    }
    await until(
      () => sharedBy(tab.page),
      (via) => via.join() === "whatsapp,qr,qr,qr",
    );
    expect(tab.errors).toEqual([]);
    await tab.context.close();
  });

  it("with Web Share: one press opens the device's own sheet, with words and address apart", async () => {
    const tab = await scene.open();
    // Chromium has none on this system: the device's part is played here, as far as a page can see it.
    await tab.context.addInitScript(() => {
      const given: unknown[] = [];
      Object.assign(window, { given });
      Object.assign(navigator, { canShare: () => true, share: async (data: unknown) => void given.push(data) });
    });
    await tab.page.goto(scene.host);
    await tab.page.waitForFunction(() => Boolean(window.host));
    const where = await openDashboard(tab, mode);
    await where.click(".rf-share");
    const given = () => where.evaluate(() => (window as unknown as { given: unknown[] }).given);
    await expect.poll(given).toEqual([{ title: "Northlight", text: words, url }]);
    expect(await where.$("dialog[open]")).toBeNull();
    await where.click("button[aria-label='QR code']");
    await where.waitForSelector("dialog[open] .rf-qr svg");
    expect(await where.$$("dialog[open] a")).toEqual([]);
    await where.click("dialog[open] button:has-text('Share with an app')");
    await expect.poll(async () => (await given()).length).toBe(2);
    await expect.poll(() => sharedBy(tab.page)).toEqual(["share", "share"]);
    await tab.context.close();
  });

  it("a new link is copied, stands first and marked, and its toast copies it again", async () => {
    const tab = await scene.open("/");
    await tab.context.grantPermissions(["clipboard-read", "clipboard-write"]);
    const where = await openDashboard(tab, mode);
    await where.click("[role=tab]:has-text('Links')");
    await where.click("button:has-text('New link')");
    await where.fill("dialog[open] input[name=key]", `from-${mode}`);
    await where.click("dialog[open] button[type=submit]");
    await where.waitForSelector(`.rf-tbody > .rf-tr:first-child .rf-link-name:has-text('from-${mode}') .rf-new`);
    const made = `https://go.northlight.example/from-${mode}`;
    const read = () => tab.page.evaluate(() => navigator.clipboard.readText());
    await expect.poll(read).toBe(made);
    await tab.page.evaluate(() => navigator.clipboard.writeText("another"));
    await where.click(".rf-toast:has-text('Link created and copied') .rf-toast-action");
    await until(read, (text) => text === made);
    expect(tab.errors).toEqual([]);
    await tab.context.close();
  });
});
