import { afterAll, beforeAll, expect, it } from "vitest";
import { frameOf, goTo, render, untilState } from "./drive.ts";
import { hostPage, openScene, tokenOf, type Scene } from "./scene.ts";

let scene: Scene;
const opener = { "Cross-Origin-Opener-Policy": "same-origin" };

beforeAll(async () => {
  scene = await openScene();
  for (const policy of ["require-corp", "credentialless"])
    scene.serve(`/${policy}`, hostPage(), { ...opener, "Cross-Origin-Embedder-Policy": policy });
});
afterAll(() => scene.close());

it.each(["require-corp", "credentialless"])(
  "a cross-origin isolated host (%s) shows the embed and stays isolated (EMB-K7)",
  async (policy) => {
    const { page, context, errors, console } = await scene.open(`/${policy}`);
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
    await render(page, { appUrl: scene.app, token: tokenOf() });
    await untilState(page, "ready");
    await goTo(await frameOf(page), "Links");
    expect(errors).toEqual([]);
    expect(console.filter((line) => /^(error|warning)/.test(line))).toEqual([]);
    await context.close();
  },
);
