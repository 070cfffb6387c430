import { version } from "react";
import { afterAll, beforeAll, expect, it } from "vitest";
import { hostPage, openScene, type Scene } from "./scene.ts";

let scene: Scene;
beforeAll(async () => {
  scene = await openScene();
  scene.serve("/", hostPage());
});
afterAll(() => scene.close());

it("the host app runs on the React that the run names, else on the newest (EMB-A9)", async () => {
  const { page, context } = await scene.open("/");
  expect(await page.evaluate(() => window.host.version)).toBe(process.env.REACT_VERSION ?? version);
  await context.close();
});
