import { expect } from "vitest";
import type { Page } from "playwright-core";

/** Plays the card and the launcher of a host's page: the card has its link, the launcher opens the dashboard and takes it away. */
export async function drivePieces(page: Page, card: string): Promise<void> {
  await page.waitForSelector(`${card} iframe`);
  const link = page.frameLocator(`${card} iframe`).locator(".rf-link-card");
  await link.locator(".rf-link-value").first().waitFor();
  expect(await page.frameLocator(`${card} iframe`).locator("[role=tablist]").count()).toBe(0);

  const button = page.locator("button:has-text('Refer a friend')");
  expect(await page.locator("dialog").count()).toBe(0);
  await button.click();
  await page.waitForSelector("dialog[open][aria-label='Referrals']");
  await page.frameLocator("dialog[open] iframe").locator("[role=tab]").first().waitFor();
  await page.click("dialog[open] button[aria-label=Close]");
  await page.waitForSelector("dialog", { state: "detached" });
  await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true);
}
