import type { Catalogue } from "../load-locale.ts";
import { shellWords } from "./shell-words.ts";

/** English as far as it is here: what every language falls back to. The panels' words come with the first panel. */
export const english: Catalogue = { ...shellWords };

let coming: Promise<void> | undefined;

/** Fetches the panels' words, once; a failed fetch may be repeated. */
export function loadPanelWords(): Promise<void> {
  coming ??= import("./panel-words.ts").then(
    ({ panelWords }) => void Object.assign(english, panelWords),
    (error: unknown) => {
      coming = undefined;
      throw error;
    },
  );
  return coming;
}
