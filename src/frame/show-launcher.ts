import type { LauncherOptions } from "./draw-launcher.ts";

/** Opens the dialog of a launcher. */
export type ShowLauncher = (dialog: HTMLDialogElement, options: LauncherOptions) => void;

/** Loads the dialog's styles and texts when it is first opened; if they fail to load, it opens without them. */
export const showLauncher: ShowLauncher = (dialog, options) => {
  void import("./draw-launcher-in-language.ts").then(
    ({ drawLauncherInLanguage }) => drawLauncherInLanguage(dialog, options),
    () => dialog.showModal(),
  );
};
