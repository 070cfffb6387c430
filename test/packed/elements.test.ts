import { readFile, readdir } from "node:fs/promises";
import { extname, join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { hostPage, openScene, tokenOf, type Scene } from "../browser/scene.ts";
import { watchListeners } from "../other-browsers/drive.ts";
import { scenes } from "../other-browsers/scenes.ts";
import { root } from "../package/built.ts";
import { copyProject } from "./copy-project.ts";
import { addSavingPartner, startRealService } from "../browser/real-service.ts";
import { driveBanner } from "./drive-banner.ts";
import { drivePieces } from "./drive-pieces.ts";
import { offerElementHost } from "./element-host.ts";
import { tabOfPage } from "../other-browsers/page-tab.ts";
import { runScript } from "./run-project.ts";

const played = scenes.filter(({ id }) => id <= "B07");

let scene: Scene;
beforeAll(async () => {
  scene = await openScene();
  const page = hostPage('<div id="embed"></div>', `<script>(${watchListeners})();(${offerElementHost})();</script>`);
  scene.serve("/", page);
  scene.serve("/hostile", page.replace('"embed"></div>', `$&<iframe id="evil" src="${scene.hostile}/"></iframe>`));
  scene.serve("hostile/", "<h1>Hostile</h1>");
});
afterAll(() => scene.close());

describe.each(["vue", "svelte"])("<referrals-embed> in %s (EMB-K7)", (framework) => {
  beforeAll(async () => {
    const project = await copyProject(join(root, "test/packed/hosts", framework));
    await runScript(project.folder, "build", {});
    const built = join(project.folder, "dist");
    for (const file of await readdir(built, { recursive: true }))
      if (extname(file) === ".js")
        scene.serve(`/assets/${file.replace(/^assets\//, "")}`, await readFile(join(built, file), "utf8"), {
          "Content-Type": "text/javascript",
        });
    await project.remove();
  });
  beforeEach(() => {
    scene.requests.length = 0;
  });

  it.each(played)("$id: $passes", async ({ path = "/", play }) => {
    const { page, context, errors, console } = await scene.open();
    const tab = tabOfPage(page);
    await tab.open(`${scene.host}${path}`);
    await play(tab, scene);
    expect(errors).toEqual([]);
    expect(console.filter((line) => /^(error|warning)/.test(line))).toEqual([]);
    await context.close();
  });

  if (framework !== "vue") return;
  it("the card and the launcher stand in a component", async () => {
    const { page, context, errors } = await scene.open("/");
    await page.waitForFunction(() => "mountComponent" in window);
    await page.evaluate(
      (options) => void window.mountComponent("Pieces", document.querySelector("#embed") as Element, options as never),
      { appUrl: scene.app, token: tokenOf() },
    );
    await drivePieces(page, "referrals-link-card");
    expect(errors).toEqual([]);
    await context.close();
  });

  it("a friend reads their offer in banner and component, and the checkout has the code", async () => {
    const service = await startRealService();
    await addSavingPartner(service);
    const domains = `{"refer":"${new URL(service.appUrl).host}"}`;
    const script = `<script src="${service.appUrl}/assets/analytics.js" defer data-domains='${domains}' data-offer-banner="bottom">`;
    scene.serve("/landing", hostPage('<div id="embed"></div>', `${script}</script>`));
    const { page, context, errors } = await scene.open();
    await driveBanner(page, async (query) => {
      await page.goto(`${scene.host}/landing${query}`);
      await page.waitForFunction(() => "mountComponent" in window);
      await page.evaluate(
        () => void window.mountComponent("Landing", document.querySelector("#embed") as Element, {} as never),
      );
    });
    expect(errors).toEqual([]);
    await context.close();
    await service.close();
  });
});
