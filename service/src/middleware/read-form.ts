import { mediaType, readBody } from "./read-body.ts";

/** The longest form without questions of a program: an address or a code. */
export const formBytes = 4_096;
/** The longest form with a program's questions. */
export const questionsBytes = 262_144;

/** Fields of one form: more than a form of the largest size with every option chosen. Reading 90,000 of them takes a tenth of a second. */
const mostFields = 6_000;

/**
 * Reads a form of one of the service's own pages; what is no form reads as an empty one.
 * @param from the client's address
 * @throws bad_request, rate_limit_exceeded as `readBody`
 */
export async function readForm(request: Request, from: string, maxBytes: number = formBytes): Promise<FormData> {
  const bytes = Buffer.from(await readBody(request, from, maxBytes));
  const type = request.headers.get("Content-Type") ?? "";
  // The pages send long forms in one encoding only; reading thousands of parts of the other blocks all callers.
  const isLong = bytes.length > formBytes;
  if (isLong && mediaType(type) !== "application/x-www-form-urlencoded") return new FormData();
  if (isLong && countSeparators(bytes) >= mostFields) return new FormData();
  return new Response(bytes, { headers: { "Content-Type": type } }).formData().catch(() => new FormData());
}

function countSeparators(bytes: Uint8Array): number {
  let count = 0;
  for (const byte of bytes) if (byte === 0x26) count += 1;
  return count;
}

/** A field of a form, if it is text. */
export function fieldOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
}
