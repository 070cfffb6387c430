import axe from "axe-core";
import type { Frame, Page } from "playwright-core";

/** What axe runs: by default its usual rules. */
export interface RuleChoice {
  /** The part to look at. Default: all of the document. */
  within?: string;
  /** Tags of rules, or a choice in axe's own form. */
  runOnly?: string | readonly string[] | object;
  /** `false` leaves out frames inside, which are looked at by themselves. Default: axe's own. */
  iframes?: boolean;
}

/** Rules of accessibility broken in a page or frame, each with the elements that break it. */
export async function brokenRules(where: Page | Frame, { within, ...choice }: RuleChoice = {}): Promise<string[]> {
  if (!(await where.evaluate(() => "axe" in window))) await where.evaluate(axe.source);
  const options = { resultTypes: ["violations"], ...choice };
  return where.evaluate(
    async ({ within, options }) => {
      const { axe } = window as unknown as {
        axe: { run(where: string | Document, options: object): Promise<{ violations: any[] }> };
      };
      const { violations } = await axe.run(within ?? document, options);
      return violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map((node: any) => node.html.slice(0, 160)).join(" | ")}`,
      );
    },
    { within, options },
  );
}

/** The same of a page at several widths, and where it scrolls sideways. */
export async function faultsAt(page: Page, widths: readonly number[]): Promise<string[]> {
  const faults: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    const scrolls = await page.evaluate(() => document.documentElement.scrollWidth);
    if (scrolls !== width) faults.push(`${width}: scrolls to ${scrolls} px`);
    faults.push(...(await brokenRules(page, { iframes: false })).map((line) => `${width}: ${line}`));
  }
  return faults;
}
