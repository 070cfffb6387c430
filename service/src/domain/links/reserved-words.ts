/** First path segments the service itself answers on every link host. */
const everywhere = ["favicon.ico", "robots.txt", ".well-known", "sitemap.xml", "manifest.json", "r"];
/** Those it answers besides where application and short links share a host. */
const onSharedHost = ["api", "embed", "assets", "demo", "health", "ready", "metrics", "docs"];

const linkOnly = new Set(everywhere);
const shared = new Set([...everywhere, ...onSharedHost]);

/** Whether a key's first segment is the service's own, in any letter case. */
export function isReserved(key: string, onShared: boolean): boolean {
  const [first = ""] = key.toLowerCase().split("/", 1);
  return (onShared ? shared : linkOnly).has(first);
}
