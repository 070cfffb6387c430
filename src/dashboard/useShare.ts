import type { EmbedLink } from "../contract/records.ts";
import { useDashboard } from "./dashboard-context.ts";
import { shareData, shareText } from "./format/share-text.ts";

/** Opens the device's own share sheet with a link in it; `undefined` where there is none, or the host allows none. */
export function useShare(link: EmbedLink, text?: string): (() => void) | undefined {
  const { bootstrap, format, emit } = useDashboard();
  const { id, shortLink, shareUrl: url } = link;
  const data = shareData({
    text: text ?? shareText(format, bootstrap, link),
    url,
    subject: bootstrap.program.name,
  });
  if (typeof navigator === "undefined" || !navigator.canShare?.(data)) return undefined;
  return () => {
    emit({ type: "link.shared", via: "share", link: { id, shortLink } });
    // Closing the share sheet rejects too; that is no failure.
    navigator.share(data).catch(() => undefined);
  };
}
