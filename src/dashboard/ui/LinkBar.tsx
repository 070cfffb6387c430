import type { ReactElement, ReactNode } from "react";
import { CopyButton } from "./CopyButton.tsx";
import { IconButton } from "./IconButton.tsx";
import { useMessages } from "./messages-context.ts";

/** Props of {@link LinkBar}. */
export interface LinkBarProps {
  /** Shown and copied alike: `shareUrl`. */
  url: string;
  onCopied?: () => void;
  onQr?: () => void;
  /** Given only where `navigator.share` is allowed. */
  onShare?: () => void;
  /** Where it is narrow: the choice among several links, at the end. */
  children?: ReactNode;
}

/** The partner's link and what can be done with it. */
export function LinkBar({ url, onCopied, onQr, onShare, children }: LinkBarProps): ReactElement {
  const { t } = useMessages();
  return (
    <div className="rf-link-bar">
      <input
        className="rf-link-value"
        data-copy-source=""
        readOnly
        dir="ltr"
        value={url}
        aria-label={t("ui.yourLink")}
        onClick={(event) => event.currentTarget.select()}
        onFocus={(event) => event.currentTarget.select()}
      />
      <CopyButton variant="primary" text={url} label={t("ui.copyLink")} onCopied={onCopied} />
      {onQr && <IconButton variant="default" icon="qr" label={t("ui.qrCode")} onClick={onQr} />}
      {onShare && <IconButton variant="default" icon="share" label={t("ui.share")} onClick={onShare} />}
      {children}
    </div>
  );
}
