import type { GuideChapter } from "../../service/src/docs/guides.ts";
import type { TableSources } from "./guide-tables.mjs";

/** The guides as Markdown, their tables filled. */
export function readGuides(
  root: string,
  settings: TableSources["settings"],
): { title: string; guides: { name: string; file: string; text: string }[] }[];
/** The guides as the service serves them. */
export function renderGuides(root: string, settings: TableSources["settings"]): GuideChapter[];
