import type { Config } from "../config.ts";
import { toSource, type CodeSample } from "./code-samples.ts";
import { errorEntries } from "./error-guide.ts";
import { groups } from "./groups.ts";
import { guidePath, type GuideChapter } from "./guides.ts";
import type { Alternate } from "./page.ts";
import { groupPath, type GroupOfOperations } from "./reference.ts";

/** The guides and the errors as Markdown, by the address of the page with `.md` behind it. */
export function markdownPages(chapters: readonly GuideChapter[]): ReadonlyMap<string, string> {
  const errors = errorEntries().map(({ title, text }) => `## \`${title}\`\n\n${text}\n`);
  return new Map([
    ...chapters.flatMap(({ guides }) =>
      guides.map(({ name, markdown }): [string, string] => [`${guidePath(name)}.md`, markdown]),
    ),
    ["/docs/errors.md", `# Errors\n\n${errors.join("\n")}`],
  ]);
}

/** A group of operations as Markdown: what each does, calls and an answer. Their fields are in the API description. */
export function groupMarkdown({ title, text, members }: GroupOfOperations): string {
  const operations = members.map(({ name, row, described }) => {
    const answer: unknown = described["responses"][row.ok].content?.["application/json"]?.example;
    const samples: CodeSample[] = described["x-codeSamples"] ?? [];
    return [
      `## ${row.summary}`,
      `\`${row.method} ${row.path}\`, operation \`${name}\`.`,
      described["description"],
      ...samples.map(({ lang, source }) => fenced(lang, source)),
      ...(answer === undefined ? [] : ["Answer:", fenced("json", toSource(answer, { json: true }))]),
    ].join("\n\n");
  });
  return `${[`# ${title}`, text, ...operations].join("\n\n")}\n`;
}

const fenced = (language: string, source: string): string => `\`\`\`${language.toLowerCase()}\n${source}\n\`\`\``;

/** `/llms.txt` in the form of llmstxt.org: what this is, and the address of everything there is to read. */
export function contentsForPrograms(chapters: readonly GuideChapter[], { apiUrl, appUrl }: Config): string {
  const line = (path: string, title: string, about: string): string => `- [${title}](${path}): ${about}`;
  const guides = chapters.map(({ title, guides }) => [
    `## ${title}`,
    guides.map(({ name, title, about }) => line(`${appUrl}${guidePath(name)}.md`, title, about)).join("\n"),
  ]);
  const reference = [
    line(`${apiUrl}/openapi.json`, "API description", "every operation, record and example (OpenAPI 3.1)."),
    line(`${appUrl}/docs/errors.md`, "Errors", "when each code comes up, and what to do about it."),
    line(`${appUrl}/docs/program.schema.json`, "Program file", "every field of a program file (JSON Schema)."),
  ];
  return `${[
    "# Referrals",
    "> A partner program for an app: short links, tracking, commissions and payouts, and the dashboard that partners see inside the app. `referrals-embed` is the package for the app, `referrals-service` the service behind it.",
    ...guides.flat(),
    "## Reference",
    reference.join("\n"),
    "## Operations",
    Object.entries(groups)
      .map(([name, { title, text }]) => line(`${appUrl}${groupPath(name)}.md`, title, text))
      .join("\n"),
  ].join("\n\n")}\n`;
}

/** Forms of a page for programs. */
export function alternatesOf(path: string, { apiUrl }: Config, hasMarkdown: boolean): Alternate[] {
  const description = { href: `${apiUrl}/openapi.json`, type: "application/json", title: "API description" };
  const contents = { href: "/llms.txt", type: "text/plain", title: "Contents for language models" };
  const schema = { href: "/docs/program.schema.json", type: "application/schema+json", title: "JSON Schema" };
  return [
    ...(hasMarkdown ? [{ href: `${path}.md`, type: "text/markdown", title: "Markdown" }] : []),
    ...(path === "/docs/program-file" ? [schema] : []),
    description,
    contents,
  ];
}
