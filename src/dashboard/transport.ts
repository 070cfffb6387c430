type Fetch = typeof globalThis.fetch;

/**
 * Chooses how a token's requests are sent: a demo token's to the embed data API in memory, all others by `fetch`. The demo's
 * code is fetched for demo tokens only.
 * @param fetch takes every request, where it is given
 * @param onDemo called when a demo token is used: the dashboard then shows its badge
 */
export function createTransport(
  fetch: Fetch | undefined,
  onDemo: () => void,
): (token: string) => Promise<Fetch | undefined> {
  const demos: Record<string, Fetch> = {};
  return async (token) => {
    const [name, variant = ""] = token.split(":");
    if (name !== "demo") return fetch;
    onDemo();
    if (fetch) return fetch;
    const { createDemoFetch } = await import("../demo/index.ts");
    return (demos[variant] ??= createDemoFetch({ variant }));
  };
}
