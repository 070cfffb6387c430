type Fetch = typeof globalThis.fetch;

const DEMO = /^Bearer demo(?::([\w-]+))?$/;

/**
 * Sends requests that carry a demo token to the embed data API in memory, all others on. The chunk is fetched for nobody
 * else (EMB-D4).
 * @param onDemo a demo token was used: the badge is due
 */
export function createDemoGate(fetch: Fetch | undefined, onDemo: () => void): Fetch {
  const demos = new Map<string, Promise<Fetch>>();
  return async (input, init) => {
    const demo = DEMO.exec(new Headers(init?.headers).get("Authorization") ?? "");
    if (!demo) return (fetch ?? globalThis.fetch)(input, init);
    onDemo();
    if (fetch) return fetch(input, init);
    const variant = demo[1] ?? "";
    const answer = demos.get(variant) ?? openDemo(variant);
    demos.set(variant, answer);
    return (await answer)(input, init);
  };
}

async function openDemo(variant: string): Promise<Fetch> {
  const { createDemoFetch } = await import("../demo/index.ts");
  return createDemoFetch({ variant });
}
