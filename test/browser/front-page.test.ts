import { serve } from "@hono/node-server";
import { Hono } from "hono";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { createEmbedPage } from "../../service/src/routes/embed-page.ts";
import { serviceAddresses, type ServiceState } from "../../service/src/routes/service-addresses.ts";
import { freePort } from "../free-port.ts";
import { faultsAt } from "./broken-rules.ts";
import { connectChromium } from "./chromium.ts";

let browser: Browser;
let server: ReturnType<typeof serve>;
let url: string;
const checks = { database: async () => true, disk: async () => true };
const service: ServiceState = {
  figures: () => ({ clickLagSeconds: 0 }),
  problems: () => Promise.resolve([]),
  demoUrl: null,
};
beforeAll(async () => {
  browser = await connectChromium(inject("chromium"));
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  const app = new Hono();
  const page = { pageDir: inject("embedPage"), appUrl: url, apiUrl: `${url}/api`, demoTokens: true };
  app.route("/embed", createEmbedPage({ ...page, findOrigins: () => Promise.resolve(undefined) }));
  app.route("/", serviceAddresses(checks, { ...service, demoUrl: url }));
  app.route("/drawn", serviceAddresses(checks, service));
  const problems = (): Promise<string[]> =>
    Promise.resolve(["No group of the program has a reward: nothing is earned."]);
  app.route("/unfinished", serviceAddresses(checks, { ...service, problems }));
  const broken = { ...checks, database: () => Promise.reject(new Error("no database")) };
  app.route("/broken", serviceAddresses(broken, { ...service, problems: () => Promise.reject(new Error("none")) }));
  server = serve({ fetch: app.fetch, port, hostname: "127.0.0.1" });
});
afterAll(async () => {
  server.close();
  await browser.close();
});

describe.each([
  ["/", "Ready"],
  ["/drawn", "Ready"],
  ["/unfinished", "What is missing"],
  ["/broken", "Not ready: database"],
])("the start page of a service at %s", (path, says) => {
  it.each(["light", "dark"] as const)(
    "%s: says how it stands and what partners see, with no fault from 320 to 1440 px",
    async (colorScheme) => {
      const page = await browser.newPage({ colorScheme });
      const told: string[] = [];
      page.on("console", (message) => void (message.type() === "error" && told.push(message.text())));
      await page.goto(url + path);
      expect(await page.innerText("main")).toContain(says);
      if (path === "/") await page.frameLocator("iframe").getByText("Performance").waitFor();
      else expect(await page.getByRole("img").getAttribute("aria-label")).toContain("dashboard");
      for (const way of ["Embed it", "Read the docs", "Call the API"])
        expect(await page.getByRole("link", { name: way }).count()).toBe(1);
      expect(await faultsAt(page, [320, 768, 1440])).toEqual([]);
      expect(told).toEqual([]);
      await page.close();
    },
  );
});
