import { loadLocale } from "../locales/load-locale.ts";
import { localeCandidates, resolveLocale } from "../locales/resolve-locale.ts";
import { drawLauncher, type LauncherOptions, type Words } from "./draw-launcher.ts";

/** Opens the dialog in the reader's language. */
export async function drawLauncherInLanguage(dialog: HTMLDialogElement, options: LauncherOptions): Promise<void> {
  const { tag, pack, dir } = resolveLocale(localeCandidates(options.locale, dialog));
  const words = await loadLocale(pack).catch((): Words => ({}));
  // Closed again before it was open.
  if (!dialog.isConnected) return;
  dialog.lang = tag;
  dialog.dir = dir;
  drawLauncher(dialog, options, words);
}
