/** Whether a text is a rate: decimal, above 0, at most 10 decimals. */
export function isRate(text: string): boolean {
  return /^\d{1,19}(\.\d{1,10})?$/.test(text) && Number(text) > 0;
}

/** A rate as it was written: the database fills it up to ten decimals. */
export function plainRate(text: string): string {
  return text.includes(".") ? text.replace(/\.?0+$/, "") : text;
}
