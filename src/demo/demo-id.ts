/** An identifier of the service's form: prefix and 26 characters that sort by time; the same for the same arguments. */
export function demoId(prefix: string, at: number, seed: number): string {
  const [time, rest] = [at, seed].map((part) => String(Math.floor(part)).padStart(13, "0"));
  return `${prefix}_${time}${rest}`;
}
