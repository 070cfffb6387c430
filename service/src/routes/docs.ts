import { Hono, type Context } from "hono";
import { html } from "hono/html";
import { parameterOf } from "../middleware/read-query.ts";
import type { Config } from "../config.ts";
import { errorEntries } from "../docs/error-guide.ts";
import { errorPage } from "../docs/error-page.ts";
import type { Schema } from "../docs/fields.ts";
import { alternatesOf, contentsForPrograms, groupMarkdown, markdownPages } from "../docs/for-programs.ts";
import { guideEntries, guidePage, guideParts, guidePath, localGuides, type GuideChapter } from "../docs/guides.ts";
import { page, pageHeaders, type PageParts, type Place } from "../docs/page.ts";
import { programFilePage, programFileSchema } from "../docs/program-file.ts";
import { groupPath, readReference, referenceEntries, referencePages, referenceParts } from "../docs/reference.ts";
import { indexed, limits, searchPage } from "../docs/search.ts";
import { startPage } from "../docs/start-page.ts";

/** The inputs of the documentation. */
interface Sources {
  config: Config;
  guides: readonly GuideChapter[];
  /** The description answered by `GET /openapi.json`. */
  readDescription: () => Promise<Schema>;
}

/**
 * `/docs` and what is below it: guides, and the reference for people, generated from the API description. It needs no network and no
 * script; a page is made at its first request, and kept. `/llms.txt` and the Markdown of guides and operations are the same for programs.
 */
export function createDocs({ config, guides, readDescription }: Sources): Hono {
  const chapters = localGuides(guides, config);
  const parts = [...guideParts(chapters), ...referenceParts];
  const known = new Map<string, () => PageParts>([
    ["/docs/errors", errorPage],
    ["/docs/program-file", programFilePage],
    ...chapters.flatMap(({ guides }) =>
      guides.map((guide): [string, () => PageParts] => [guidePath(guide.name), () => guidePage(guide)]),
    ),
  ]);
  const readAll = once(async () => {
    const reference = readReference(await readDescription());
    const pages = referencePages(reference).set("/docs", () => startPage(chapters, reference));
    const entries = indexed([...guideEntries(chapters), ...errorEntries(), ...referenceEntries(reference)]);
    const groups = new Map(reference.groups.map((group) => [`${groupPath(group.name)}.md`, group]));
    return { pages, entries, groups };
  });
  const texts = new Map<string, string>();
  const markdown = markdownPages(chapters);
  const show = async (c: Context): Promise<Response> => {
    const path = c.req.path.replace(/\/$/, "");
    const kept = texts.get(path);
    if (kept !== undefined) return c.html(kept, 200, pageHeaders);
    const own = known.get(path);
    const reference = own ? undefined : await readAll();
    const make = own ?? reference?.pages.get(path);
    if (!make) return c.html(page(missing, { parts, path }), 404, pageHeaders);
    const hasMarkdown = markdown.has(`${path}.md`) || reference?.groups.has(`${path}.md`) === true;
    const text = page(make(), { parts, path, alternates: alternatesOf(path, config, hasMarkdown) });
    texts.set(path, text);
    return c.html(text, 200, pageHeaders);
  };
  const contents = contentsForPrograms(chapters, config);
  const schema = once(async () => programFileSchema());
  const docs = new Hono({ strict: false });
  docs.get("/llms.txt", (c) => c.body(contents, 200, textHeaders("text/plain")));
  for (const path of ["/docs/:page{.+\\.md}", "/docs/api/:page{.+\\.md}"])
    docs.get(path, async (c, next) => {
      const group = markdown.has(c.req.path) ? undefined : (await readAll()).groups.get(c.req.path);
      const text = group ? groupMarkdown(group) : markdown.get(c.req.path);
      return text === undefined ? next() : c.body(text, 200, textHeaders("text/markdown"));
    });
  docs.get("/docs/program.schema.json", async (c) => {
    // Editors fetch it from any origin, some of them in a browser.
    c.header("Access-Control-Allow-Origin", "*");
    return c.json(await schema(), 200, { "Cache-Control": "no-cache" });
  });
  docs.get("/docs/search", async (c) => {
    const query = (parameterOf(c, "q") ?? "").slice(0, limits.characters);
    const place: Place = { parts, path: "/docs/search", query };
    return c.html(page(searchPage((await readAll()).entries, query), place), 200, pageHeaders);
  });
  for (const path of ["/docs", "/docs/:page", "/docs/api/:page", "/docs/records/:page"]) docs.get(path, show);
  return docs;
}

const missing: PageParts = {
  title: "No such page",
  contents: html``,
  content: html`<p>There is no page at this address. <a href="/docs">All pages</a>, or the search above.</p>`,
};

const textHeaders = (type: string): Record<string, string> => ({
  "Content-Type": `${type}; charset=utf-8`,
  "Cache-Control": "no-cache",
  "X-Content-Type-Options": "nosniff",
});

/** Reads a value at its first use. */
function once<T>(read: () => Promise<T>): () => Promise<T> {
  let value: Promise<T> | undefined;
  return () => (value ??= read());
}
