import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join, normalize } from "node:path";
import { marked } from "marked";
import { parse } from "yaml";
import { drawPicture } from "./guide-pictures.mjs";
import { withoutMarks, writeTables } from "./guide-tables.mjs";

const folder = "docs/guides";
/** Where files that are not served are read. */
const repository = "https://github.com/referrals-embed/referrals-embed/blob/main";

/** Writes the tables into the guides, so that they are whole wherever the files are read. */
export function writeGuideTables(root, settings) {
  const sources = sourcesOf(root, settings);
  for (const { file } of readGuides(root).flatMap(({ guides }) => guides)) {
    const text = readFileSync(join(root, file), "utf8");
    const written = writeTables(text, sources);
    if (written !== text) writeFileSync(join(root, file), written);
  }
}

/** Writes the pictures that `docs/guides/pictures.yaml` describes. */
export function writeGuidePictures(root) {
  mkdirSync(join(root, folder, "pictures"), { recursive: true });
  for (const [path, picture] of drawGuidePictures(root)) writeFileSync(join(root, path), picture);
}

/** Each picture by its file. */
export function drawGuidePictures(root) {
  const styles = readFileSync(join(root, "service/src/docs/style.ts"), "utf8");
  const [rules, colours] = ["pictureRules", "colours"].map((name) =>
    new RegExp(`export const ${name} = \`([^\`]*)\`;`).exec(styles)[1].trim(),
  );
  const described = parse(readFileSync(join(root, folder, "pictures.yaml"), "utf8"));
  return Object.entries(described).map(([name, drawing]) => [
    `${folder}/pictures/${name}.svg`,
    drawPicture(drawing, { rules, colours }),
  ]);
}

/** The guides of docs/guides/order.json, as Markdown. */
export function readGuides(root) {
  const read = (file) => readFileSync(join(root, file), "utf8");
  return JSON.parse(read(`${folder}/order.json`)).map(({ title, files }) => ({
    title,
    guides: files.map((name) => {
      const file = normalize(join(folder, name));
      return { name: basename(file, ".md"), file, text: withoutMarks(read(file)) };
    }),
  }));
}

/**
 * What the tables are made from.
 * @param settings what `listSettings` of the service answers
 */
export function sourcesOf(root, settings) {
  const read = (file) => readFileSync(join(root, file), "utf8");
  return {
    options: read("src/frame/options.ts"),
    props: read("src/react/embed-props.ts"),
    embed: read("src/contract/embed.ts"),
    theme: read("src/contract/theme.ts"),
    sections: read("src/contract/sections.ts"),
    locales: read("src/locales/load-locale.ts"),
    dub: JSON.parse(read(`${folder}/from-dub.json`)),
    settings,
  };
}

/** What the service serves of them (service/src/docs/guides.ts): HTML that runs and loads nothing, and text for the search. */
export function renderGuides(root) {
  const chapters = readGuides(root);
  const served = new Map(chapters.flatMap(({ guides }) => guides.map(({ file, name }) => [file, name])));
  return chapters.map(({ title, guides }) => ({
    title,
    guides: guides.map(({ name, file, text }) => ({
      name,
      ...render(text, { root, file, served }),
      markdown: asServed(text, { file, served }),
    })),
  }));
}

function render(text, place) {
  const { file } = place;
  const ids = new Map();
  const renderer = rendererOf(place);
  const parts = [{ id: "", title: "", tokens: [] }];
  let title = "";
  for (const token of marked.lexer(text)) {
    if (token.type === "heading" && token.depth === 1) title = textOf(marked.parseInline(token.text));
    else if (token.type === "heading" && token.depth === 2) {
      const words = textOf(marked.parseInline(token.text));
      parts.push({ id: uniqueId(words, ids), title: words, tokens: [token] });
    } else parts.at(-1).tokens.push(token);
  }
  if (title === "") throw new Error(`${file} has no title.`);
  const sections = parts.map(({ id, title: heading, tokens }) => {
    renderer.part = { id, title: heading || title, ids };
    return { id, title: heading, html: marked.parser(tokens, { renderer }) };
  });
  const about = /<p>(.*?)<\/p>/s.exec(sections[0].html)?.[1];
  if (!about) throw new Error(`${file} does not begin with a paragraph.`);
  return {
    title,
    about: firstSentence(textOf(about)),
    html: sections.map(({ html }) => html).join(""),
    sections: sections.map(({ id, title, html }) => ({ id, title, text: textOf(html.replace(/<h2.*?<\/h2>/, "")) })),
  };
}

function rendererOf(place) {
  const renderer = new marked.Renderer();
  renderer.heading = (words, depth) => {
    const { part } = renderer;
    const id = depth === 2 ? part.id : uniqueId(textOf(words), part.ids);
    return `<h${depth} id="${id}">${words}</h${depth}>`;
  };
  renderer.code = (source) =>
    `<pre tabindex="0" aria-label="${escape(`${renderer.part.title}: code`)}"><code>${escape(source).replaceAll("\n", "&#10;")}</code></pre>`;
  renderer.table = (head, body) =>
    `<div class="table" tabindex="0" role="group" aria-label="${escape(`${renderer.part.title}: table`)}"><table><thead>${head}</thead><tbody>${body}</tbody></table></div>`;
  // In the page itself, whose policy loads nothing: its stylesheet has the picture's rules.
  renderer.image = (href, _, words) => {
    const picture = readFileSync(join(place.root, dirname(place.file), href), "utf8");
    const own = picture
      .replace(/<style>.*?<\/style>\n/s, "")
      .replace(/ (xmlns|width|height)="[^"]*"(?=[^>]*viewBox|>)/g, "");
    return own.trim().replace("<svg", `<svg role="img" aria-label="${words}"`);
  };
  renderer.paragraph = (words) =>
    words.startsWith("<svg")
      ? `<div class="drawing" tabindex="0" role="group" aria-label="${escape(`${renderer.part.title}: picture`)}">${words}</div>`
      : `<p>${words}</p>`;
  renderer.link = (href, _, words) => `<a href="${escape(address(href, place))}">${words}</a>`;
  // Comments are for those who write; a page holds no markup but what the words ask for.
  renderer.html = () => "";
  return renderer;
}

/** Where a link of a file leads: a guide that is served, a page of the service, or the repository. */
function address(href, { file, served }) {
  if (/^(https?:|\/|#)/.test(href)) return href;
  const [path, anchor] = href.split("#");
  const target = normalize(join(dirname(file), path));
  const name = served.get(target);
  return (name ? `/docs/${name}` : `${repository}/${target}`) + (anchor ? `#${anchor}` : "");
}

/** A guide for readers of Markdown, whose links lead to Markdown where there is some. */
function asServed(text, place) {
  const names = new Set(["errors", ...place.served.values()]);
  const withAddresses = (words) =>
    words.replace(/!\[([^\]]*)\]\([^)]*\)/g, "Picture: $1").replace(/\]\(([^)\s]+)\)/g, (_, href) => {
      const [path, anchor] = address(href, place).split("#");
      const [, name] = /^\/docs\/([\w-]+)$/.exec(path) ?? [];
      const to = (names.has(name) ? `${path}.md` : path) + (anchor ? `#${anchor}` : "");
      return `](${to.startsWith("/") ? `https://app.example.com${to}` : to})`;
    });
  return text
    .split(/(^ *```[\s\S]*?^ *```$)/m)
    .map((part, index) => (index % 2 ? part : withAddresses(part)))
    .join("");
}

/** The anchor GitHub gives a heading, so that links work in both places. */
function uniqueId(words, ids) {
  const id = words
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");
  const count = ids.get(id) ?? 0;
  ids.set(id, count + 1);
  return count === 0 ? id : `${id}-${count}`;
}

/** What a list of pages says of one. */
const firstSentence = (text) => /^.*?[.!?](?= [A-Z]|$)/.exec(text)?.[0] ?? text;

const entities = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'", "#10": "\n" };

/** HTML as plain text. */
const textOf = (html) =>
  html
    .replace(/<svg.*?<\/svg>/gs, "")
    .replace(/<\/(p|li|td|th|h\d|pre)>/g, " ")
    .replace(/<[^>]*>/g, "")
    .replace(/&(amp|lt|gt|quot|#39|#10);/g, (_, name) => entities[name])
    .replace(/\s+/g, " ")
    .trim();

const escape = (text) =>
  text.replace(/[&<>"]/g, (character) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[character]);
