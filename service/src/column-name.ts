/** The column of a field: `shortLink` is in `short_link`. */
export type ColumnName<Field extends string, Done extends string = ""> = Field extends `${infer First}${infer Rest}`
  ? ColumnName<Rest, `${Done}${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}`>
  : Done;

const columnNames = new Map<string, string>();

/** The column of a field; the names are few, and asked for once per row. */
export function columnName<Field extends string>(field: Field): ColumnName<Field> {
  const known = columnNames.get(field) ?? field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  columnNames.set(field, known);
  return known as ColumnName<Field>;
}

/** The field of a column. */
export const fieldOf = (column: string): string =>
  column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
