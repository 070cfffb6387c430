import { expect, waitFor } from "storybook/test";

/** Waits until no dashboard below `canvas` is loading: no skeleton, nothing busy. */
export async function settled({ canvasElement }: { canvasElement: HTMLElement }): Promise<void> {
  await waitFor(() => {
    expect(canvasElement.querySelector(".rf-root")).not.toBeNull();
    expect(canvasElement.querySelector("[aria-busy=true], .rf-skeleton, .rf-screen:empty")).toBeNull();
  });
  await document.fonts.ready;
}
