import { fileURLToPath } from "node:url";

/** How wide a browser's letters are: as those of most systems, or as Verdana's, which no system's are wider than. */
export type Fonts = "usual" | "wide";

/**
 * A browser's environment with the repository's fonts in place of the machine's: what is measured would else fit on one machine
 * and wrap on another. Language and time zone are fixed for the same reason: words and dates would differ. Read where browsers find their fonts by fontconfig, on Linux; elsewhere the system's remain.
 */
export const withFonts = (fonts: Fonts = "usual"): NodeJS.ProcessEnv => ({
  ...process.env,
  LANGUAGE: "en_US",
  LC_ALL: "en_US.UTF-8",
  TZ: "UTC",
  FONTCONFIG_PATH: fileURLToPath(new URL(".", import.meta.url)),
  FONTCONFIG_FILE: `${fonts}.conf`,
});
