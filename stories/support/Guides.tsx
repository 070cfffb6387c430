import { Markdown } from "@storybook/addon-docs/blocks";
import order from "../../docs/guides/order.json";
import { withoutMarks } from "../../scripts/build/guide-tables.mjs";
import { errorEntries } from "../../service/src/docs/error-guide.ts";

const files = import.meta.glob<string>("../../docs/{*,guides/*}.md", {
  query: "?raw",
  import: "default",
  eager: true,
});
const pictures = import.meta.glob<string>("../../docs/guides/pictures/*.svg", {
  query: "?url",
  import: "default",
  eager: true,
});
/** A guide of `docs/guides` by its file: the text that a running service has below `/docs`. */
export function Guide({ file, level = 1 }: { file: string; level?: 1 | 2 }) {
  const text = files[new URL(file, "https://x/docs/guides/").pathname.replace("/docs/", "../../docs/")];
  if (text === undefined) throw new Error(`There is no guide ${file}.`);
  return <Markdown>{unlinked(withPictures(nested(withoutMarks(text), level)))}</Markdown>;
}

/** All guides of a chapter, one below the other. */
export function Chapter({ title }: { title: string }) {
  const chapter = order.find((chapter) => chapter.title === title);
  return chapter?.files.map((file) => <Guide key={file} file={file} level={2} />);
}

/** Every error with its cause and its cure, as a running service has them at `/docs/errors`. */
export function Errors() {
  return errorEntries().map(({ title, text }) => <Markdown key={title}>{`## \`${title}\`\n\n${text}`}</Markdown>);
}

/** Changes what is not in a block of code. */
const outsideCode = (text: string, change: (part: string) => string): string =>
  text
    .split(/(^ *```[\s\S]*?^ *```$)/m)
    .map((part, index) => (index % 2 ? part : change(part)))
    .join("");

const nested = (text: string, level: number): string =>
  level === 1 ? text : outsideCode(text, (part) => part.replace(/^(#+ )/gm, "#$1"));

/** Pictures by where Storybook has them. */
const withPictures = (text: string): string =>
  text.replace(/!\[([^\]]+)\]\([\w/]*pictures\/([\w-]+\.svg)\)/g, (_, words: string, name: string) => {
    const source = pictures[`../../docs/guides/pictures/${name}`];
    return `<img src="${source}" alt="${words}" width="720" />`;
  });

/** Other files and pages of the service have no address here: their names stay. */
const unlinked = (text: string): string =>
  outsideCode(text, (part) => part.replace(/\[([^\]]+)\]\((?!https?:)[^)]+\)/g, "$1"));
