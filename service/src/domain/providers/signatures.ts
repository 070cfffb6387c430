import { timingSafeEqual } from "node:crypto";

/** How old a signature may be. */
export const toleranceSeconds = 300;

/** @throws unless a request is signed */
export async function checked(isSigned: () => boolean): Promise<void> {
  if (!isSigned()) throw new Error("The signature does not match, or is too old.");
}

/** Compares without telling by its time how much of it is right. */
export function isSame(given: string, expected: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(expected)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/** Whether a time in seconds is not long ago, nor long ahead. */
export function isRecent(seconds: string, receivedAt: number): boolean {
  return /^\d{1,12}$/.test(seconds) && Math.abs(Math.floor(receivedAt / 1000) - Number(seconds)) <= toleranceSeconds;
}
