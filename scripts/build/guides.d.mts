import type { GuideChapter } from "../../service/src/docs/guides.ts";
import type { TableSources } from "./guide-tables.mjs";

/** The guides as Markdown. */
export function readGuides(root: string): { title: string; guides: { name: string; file: string; text: string }[] }[];
/** What the tables of the guides are made from. */
export function sourcesOf(root: string, settings: TableSources["settings"]): TableSources;
/** The guides as the service serves them. */
export function renderGuides(root: string): GuideChapter[];
/** The pictures of the guides, each by its path in the repository. */
export function drawGuidePictures(root: string): [path: string, picture: string][];
