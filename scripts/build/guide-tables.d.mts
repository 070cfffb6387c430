/** What tables are made from: sources of TypeScript, and lists of the code. */
export interface TableSources {
  /** `src/frame/options.ts`, `src/react/embed-props.ts`, `src/contract/embed.ts` and `src/contract/theme.ts` as text. */
  options: string;
  props: string;
  embed: string;
  theme: string;
  /** `src/contract/sections.ts` and `src/locales/load-locale.ts`. */
  sections: string;
  locales: string;
  settings: readonly { name: string; unset: string; does: string }[];
}
/** Writes the tables that are made from the code between `<!-- table: name -->` and `<!-- end of table -->`. */
export function writeTables(markdown: string, sources: TableSources): string;
/** A guide without the marks of its tables. */
export function withoutMarks(markdown: string): string;
/** The members of an interface with their comments. */
export function fieldsOf(
  source: string,
  name: string,
): { name: string; type: string; words: string; required: boolean }[];
