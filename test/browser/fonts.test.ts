import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { hostPage, openScene, type Scene } from "./scene.ts";

let scene: Scene;
beforeAll(async () => {
  scene = await openScene();
});
afterAll(() => scene.close());

/** What stands for `system-ui` in each run. */
const families = { usual: "DejaVu Sans Condensed", wide: "DejaVu Sans" };

/** Where browsers do not ask fontconfig, the repository cannot say which fonts they find. */
describe.runIf(process.platform === "linux")(
  "the browser of the tests draws the repository's fonts, whatever the machine has",
  () => {
    const own = families[inject("fonts")];
    it.each([
      ["system-ui", "x", own],
      ["sans-serif", "x", own],
      ["a font that a page names and nobody has", "x", own],
      ["Arial", "x", own],
      ["Arabic and Hebrew", "سلام שלום", own],
      ["serif", "x", "DejaVu Serif"],
      ["monospace", "x", "DejaVu Sans Mono"],
    ])("%s", async (family, text, expected) => {
      scene.serve("/", hostPage(`<p style="font-family: ${family}">${text}</p>`));
      const { page } = await scene.open("/");
      const devtools = await page.context().newCDPSession(page);
      await devtools.send("DOM.enable");
      await devtools.send("CSS.enable");
      const { root } = await devtools.send("DOM.getDocument");
      const { nodeId } = await devtools.send("DOM.querySelector", { nodeId: root.nodeId, selector: "p" });
      const { fonts } = await devtools.send("CSS.getPlatformFontsForNode", { nodeId });
      expect(fonts.map((font) => font.familyName)).toEqual([expected]);
      await page.context().close();
    });
  },
);
