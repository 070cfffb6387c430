import type { LauncherOptions } from "./draw-launcher.ts";

/** Opens the dialog of a launcher. */
export type ShowLauncher = (dialog: HTMLDialogElement, options: LauncherOptions) => void;

/** Loads the dialog's dress and its words when it is first opened; where they do not load, it opens plain. */
export const showLauncher: ShowLauncher = (dialog, options) => {
  void import("./draw-launcher-in-language.ts").then(
    ({ drawLauncherInLanguage }) => drawLauncherInLanguage(dialog, options),
    () => dialog.showModal(),
  );
};
