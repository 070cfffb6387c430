/** What was on screen is not what there is: nothing was written. */
export class ChangedMeanwhile extends Error {
  /** What has changed, as it is told where the reader's own first try cannot have done it. */
  constructor(what: string) {
    super(`Somebody else has changed ${what}. Close this and look again.`);
  }
}

/**
 * Compares a row as it was on screen with the list as it is now: what somebody else has changed meanwhile is not undone.
 * @param given.called what a reader calls such a row
 * @throws ChangedMeanwhile
 */
export function expectUnchanged<Row extends { id: string }>(
  row: Row,
  now: readonly Row[],
  { fields, called }: { fields: readonly (keyof Row)[]; called: string },
): void {
  const textOf = (of: Row): string => JSON.stringify(fields.map((field) => of[field]));
  const same = now.some((other) => other.id === row.id && textOf(other) === textOf(row));
  if (!same) throw new ChangedMeanwhile(`this ${called}`);
}
