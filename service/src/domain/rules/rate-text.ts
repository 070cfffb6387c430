/** Whether a text is a rate: decimal, above 0, at most 10 decimals. */
export function isRate(text: string): boolean {
  return /^\d{1,19}(\.\d{1,10})?$/.test(text) && Number(text) > 0;
}
