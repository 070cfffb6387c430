import { fileURLToPath } from "node:url";

/** How wide a browser's letters are: as those of most systems, or as Verdana's, which no system's are wider than. */
export type Fonts = "usual" | "wide";

/**
 * A browser's environment with the repository's fonts in place of the machine's: what is measured would else fit on one machine
 * and wrap on another. Read where browsers find their fonts by fontconfig, on Linux; elsewhere the system's remain.
 */
export const withFonts = (fonts: Fonts = "usual"): NodeJS.ProcessEnv => ({
  ...process.env,
  FONTCONFIG_PATH: fileURLToPath(new URL(".", import.meta.url)),
  FONTCONFIG_FILE: `${fonts}.conf`,
});
