import bootstrap from "bootstrap/dist/css/bootstrap.css?inline";
import bulma from "bulma/css/bulma.css?inline";
import github from "github-markdown-css/github-markdown-light.css?inline";
import pico from "@picocss/pico/css/pico.css?inline";
import preflight from "tailwindcss/preflight.css?inline";
import { writtenCss } from "./written-css.ts";

/**
 * Stylesheets a host may load, as their makers publish them, and a few of our own worst cases. Overview, Links and dialogs must
 * look the same under each of them.
 */
export const hostCss: Readonly<Record<string, string>> = {
  none: "",
  "Bootstrap 5": bootstrap,
  Bulma: bulma,
  Pico: pico,
  "Tailwind preflight": preflight,
  "GitHub Markdown": github,
  ...writtenCss,
};
