/** A rule of a page of `docs`. */
interface Rule {
  id: string;
  /** What follows `*Why:*`, or the last cell of a table row; empty where there is none. */
  reason: string;
}

const id = String.raw`(?:(?:EMB|DES)-[A-Z]\d+|[A-Z]\d+|§\d+\.\d+)`;

/** `**A1 Click.** … *Why:* …` and `| **E1** | … | why |`; an accessibility criterion `**§17.9**` is `design §17.9`. */
export function rulesOf(path: string, text: string): Rule[] {
  const full = (written: string): string => (written.startsWith("§") ? `${documentOf(path)} ${written}` : written);
  const paragraphs = text.split(new RegExp(String.raw`^(?=\*\*${id}\b)|^(?=#|\| \*\*${id}\b)`, "m"));
  return paragraphs.flatMap((paragraph) => {
    const row = paragraph.match(new RegExp(String.raw`^\| \*\*(${id})\*\* \|.*\| *(.*?) *\|$`, "m"));
    if (row !== null) return [{ id: full(row[1]!), reason: row[2]! }];
    const rule = paragraph.match(new RegExp(String.raw`^\*\*(${id})\b`));
    if (rule === null) return [];
    return [{ id: full(rule[1]!), reason: paragraph.match(/^\*Why:\* (.+)/m)?.[1] ?? "" }];
  });
}

/** Sections with a number of their own, `api §10.2` or `design §8`: headings, and items that begin with the number. */
export function sectionsOf(path: string, text: string): string[] {
  return [...text.matchAll(/^(?:## |- )?(§\d+(?:\.\d+)?) /gm)].map(([, number]) => `${documentOf(path)} ${number}`);
}

const documentOf = (path: string): string => path.replace(/^.*\/|\.md$/g, "");
