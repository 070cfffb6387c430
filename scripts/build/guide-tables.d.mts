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
/** Puts tables that are made from the code in the place of `<!-- table: name -->`. */
export function fillTables(markdown: string, sources: TableSources): string;
/** The members of an interface with their comments. */
export function fieldsOf(
  source: string,
  name: string,
): { name: string; type: string; words: string; required: boolean }[];
