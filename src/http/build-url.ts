/** The address of an operation: path parameters percent-encoded, lists comma-joined, absent values left out. */
export function buildUrl(
  baseUrl: string,
  path: string,
  input: { params?: Record<string, string>; query?: object },
): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(input.params?.[name] ?? ""));
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input.query ?? {})) {
    if (value !== undefined && value !== null) query.set(name, String(value));
  }
  const text = query.toString();
  return baseUrl.replace(/\/+$/, "") + filled + (text ? `?${text}` : "");
}
