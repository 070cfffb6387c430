import type { FrameConfig } from "../frame/protocol.ts";

/** EMB-P12: the document's `color-scheme` follows the theme alone, as the frame element's does on the other side. */
export function paintPage({ theme = "light", locale }: FrameConfig): void {
  const { dataset } = document.documentElement;
  dataset.theme = theme;
  if (locale) document.documentElement.lang = locale;
}
