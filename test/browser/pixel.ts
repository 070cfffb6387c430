import type { Page } from "playwright-core";

/** The colour on screen at a point, as `r,g,b`; decoded by the browser itself. */
export async function pixelAt(page: Page, x: number, y: number): Promise<string> {
  const png = await page.screenshot({ clip: { x, y, width: 1, height: 1 } });
  const blank = await page.context().newPage();
  try {
    return await blank.evaluate(async (data) => {
      const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${data}`)).blob());
      const canvas = document.createElement("canvas").getContext("2d") as CanvasRenderingContext2D;
      canvas.drawImage(image, 0, 0);
      return canvas.getImageData(0, 0, 1, 1).data.slice(0, 3).join(",");
    }, png.toString("base64"));
  } finally {
    await blank.close();
  }
}
