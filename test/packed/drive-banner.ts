import { expect } from "vitest";
import type { Page } from "playwright-core";

const banner = "[data-referrals-banner]";

/**
 * Plays a friend of `addSavingPartner`'s Bob on a host's pages: banner and the page's own place tell the offer, the
 * checkout that the framework draws later has the code, and a banner that was closed stays closed.
 * @param open opens the landing page anew, with this query
 */
export async function driveBanner(page: Page, open: (query: string) => Promise<void>): Promise<void> {
  const told = async (selector: string, text: string): Promise<void> => {
    await expect.poll(() => page.locator(selector).first().innerText()).toBe(text);
  };
  await open("?via=bob");
  await told(`${banner} > div > div`, "You were invited\n20% off for 3 months");
  expect(await page.getAttribute(banner, "role")).toBe("status");
  await told("[data-referrals-offer]", "20% off for 3 months");

  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  await page.click("text=Checkout");
  await told("[data-referrals-code]", "BOB20");
  await expect.poll(() => page.inputValue("input[name=code]")).toBe("BOB20");
  expect(await page.evaluate(() => "isSamePage" in window)).toBe(true);
  expect(await page.locator(banner).count()).toBe(1);
  await page.click(`${banner} button[aria-label=Dismiss]`);
  expect(await page.locator(banner).count()).toBe(0);

  await open("");
  await told("[data-referrals-offer]", "20% off for 3 months");
  expect(await page.locator(banner).count()).toBe(0);
  await page.click("text=Checkout");
  await expect.poll(() => page.inputValue("input[name=code]")).toBe("BOB20");
}
