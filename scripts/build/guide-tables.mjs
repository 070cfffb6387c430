/** Where a table that is made from the code stands in a guide, and what stands there now. */
const place = /^<!-- table: ([\w-]+) -->\n[\s\S]*?<!-- end of table -->$/gm;

/** Writes the tables that are made from the code between `<!-- table: name -->` and `<!-- end of table -->`. */
export function writeTables(markdown, sources) {
  return markdown.replace(place, (_, name) => {
    const write = tables[name];
    if (!write) throw new Error(`There is no table ${name}.`);
    return `<!-- table: ${name} -->\n\n${write(sources)}\n\n<!-- end of table -->`;
  });
}

/** A guide without the marks of its tables. */
export function withoutMarks(markdown) {
  return markdown.replace(/^<!-- (table: [\w-]+|end of table) -->\n\n?/gm, "");
}

const tables = {
  /** What every way into the embed takes, then what React adds. */
  props: ({ options, props, embed, theme }) =>
    table(
      ["Prop", "Type", "Meaning"],
      // React's token may be null, so it stands for that of the others.
      fieldsOf(options, "ReferralsEmbedOptions")
        .filter(({ name }) => name !== "token")
        .toSpliced(1, 0, ...fieldsOf(props, "ReferralsEmbedProps"))
        .map(({ type, ...field }) => rowOf({ ...field, type: spelledOut(type, embed + theme) })),
    ),
  handle: ({ options }) => table(["Member", "Type", "Meaning"], fieldsOf(options, "ReferralsEmbedHandle").map(rowOf)),
  "theme-options": ({ theme }) =>
    table(["Option", "Type", "Meaning"], fieldsOf(theme, "ReferralsThemeOptions").map(rowOf)),
  settings: ({ settings }) =>
    table(
      ["Variable", "Without it", "Meaning"],
      settings.map(({ name, unset, does }) => [code(name), code(unset), does]),
    ),
  sections: ({ sections }) =>
    table(
      ["Dashboard", "Sections, in their order"],
      [...sections.matchAll(/export const (\w+)Sections = \[([^\]]*)\]/g)].map(([, name, list]) => [
        code(name),
        [...list.matchAll(/"(\w+)"/g)].map(([, section]) => code(section)).join(", "),
      ]),
    ),
  "dub-operations": ({ dub }) =>
    table(
      ["Operation", "Here"],
      Object.entries(dub).map(([name, told]) => [
        name.includes(".") ? code(name) : name,
        Object.values(told).join(" ") || "as there",
      ]),
    ),
  locales: ({ locales }) =>
    [...locales.matchAll(/^ {2}"?([\w-]+)"?: \(\) => import/gm)].map(([, tag]) => code(tag)).join(", "),
};

const code = (text) => `\`${text}\``;

const table = (head, rows) =>
  [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.map(escaped).join(" | ")} |`).join("\n");

/** A type with the values in place of the name of a set of values. */
const spelledOut = (type, source) =>
  type.replace(/\bReferrals\w+\b/g, (name) => {
    const named = new RegExp(`export type ${name} = ([^;]*);`).exec(source)?.[1] ?? "";
    const [, list] = /^\(typeof (\w+)\)\[number\]$/.exec(named) ?? [];
    const values = list ? new RegExp(`export const ${list} = \\[([^\\]]*)\\]`).exec(source)?.[1] : named;
    const texts = values?.match(/"[^"]*"/g) ?? [];
    return texts.length > 0 && values.replace(/"[^"]*"|[|,\s]/g, "") === "" ? texts.join(" | ") : name;
  });

/** A bar ends a cell, in code too. */
const escaped = (cell) => cell.replaceAll("|", "\\|");

const rowOf = ({ name, type, words }) => [code(name), code(type), words];

/** The members of an interface with their comments, as its source has them. */
export function fieldsOf(source, name) {
  const body = new RegExp(`export interface ${name}\\b[^{]*\\{\\n([\\s\\S]*?)\\n\\}`).exec(source)?.[1];
  if (body === undefined) throw new Error(`There is no interface ${name}.`);
  const members = [...body.matchAll(/ {2}\/\*\* (.*?) \*\/\n {2}(?:readonly )?(\w+)(\??)(.*);/g)];
  const all = [...body.matchAll(/^ {2}(?:readonly )?(\w+)\??[:(]/gm)];
  if (members.length !== all.length) throw new Error(`A member of ${name} has no comment of one line.`);
  return members.map(([, words, name, optional, rest]) => ({
    name,
    type: typeOf(rest),
    words,
    required: optional === "" && !rest.startsWith("("),
  }));
}

/** `: string | undefined` is `string`, `(e: X): void` is `(e: X) => void`. */
function typeOf(rest) {
  const method = /^(\(.*\)): (.*)$/.exec(rest);
  if (method) return `${method[1]} => ${method[2]}`;
  return rest.replace(/^: /, "").replace(/ \| undefined$/, "");
}
