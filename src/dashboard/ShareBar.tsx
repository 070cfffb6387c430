import { useState, type ComponentType, type ReactElement } from "react";
import type { EmbedLink } from "../contract/records.ts";
import { LazyDialog } from "./Lazily.tsx";
import { LinkText } from "./LinkText.tsx";
import type { ShareDialogProps } from "./ShareDialog.tsx";
import { useDashboard } from "./dashboard-context.ts";
import { linkName } from "./format/share-text.ts";
import { Button } from "./ui/Button.tsx";
import { CopyButton } from "./ui/CopyButton.tsx";
import { Icon } from "./ui/Icon.tsx";
import { IconButton } from "./ui/IconButton.tsx";
import { VisuallyHidden } from "./ui/VisuallyHidden.tsx";
import { useShare } from "./useShare.ts";
import { loadCode } from "../http/load-code.ts";

const loadDialog = (): Promise<ComponentType<ShareDialogProps>> =>
  loadCode(() => import("./ShareDialog.tsx"), "ShareDialog").then((code) => code.ShareDialog);

/** The partner's link, chosen among several, and what can be done with it: copy, share, hand out its code. */
export function ShareBar({ links }: { links: readonly [EmbedLink, ...EmbedLink[]] }): ReactElement {
  const { format, emit } = useDashboard();
  const { t } = format;
  const [picked, setPicked] = useState<string>();
  const [open, setOpen] = useState(false);
  const link = links.find(({ id }) => id === picked) ?? links[0];
  const share = useShare(link);
  const { shareUrl, discountCode: code } = link;
  const event = { link: { id: link.id, shortLink: link.shortLink } };
  const openDialog = (): void => setOpen(true);
  return (
    <div className="rf-link-bar">
      <div className="rf-link-value">
        {links.length > 1 ? (
          <>
            <LinkText link={link} hidden />
            <Icon name="chevronDown" />
            <select
              dir="ltr"
              aria-label={t("ui.yourLink")}
              value={link.id}
              onChange={(change) => setPicked(change.currentTarget.value)}
            >
              {links.map((one) => (
                <option key={one.id} value={one.id}>
                  {Object.values(linkName(one)).join("")}
                </option>
              ))}
            </select>
          </>
        ) : (
          <>
            <VisuallyHidden>{t("ui.yourLink")}</VisuallyHidden>
            <LinkText link={link} />
          </>
        )}
        {/* Selected where the browser copies nothing by itself. */}
        <input className="rf-vh" data-copy-source="" readOnly tabIndex={-1} aria-hidden value={shareUrl} />
      </div>
      <CopyButton
        variant="primary"
        text={shareUrl}
        label={t("ui.copyLink")}
        onCopied={() => emit({ type: "link.copied", ...event })}
      />
      <Button icon="share" className="rf-share" onClick={share ?? openDialog}>
        <span>{t("ui.share")}</span>
      </Button>
      {share && <IconButton variant="default" icon="qr" label={t("ui.qrCode")} onClick={openDialog} />}
      {code && (
        <CopyButton
          className="rf-code"
          text={code}
          label={code}
          aria-label={t("share.copyCode", { code })}
          title={t("share.code")}
          onCopied={() => emit({ type: "code.copied", ...event })}
        />
      )}
      {open && <LazyDialog load={loadDialog} props={{ link, onClose: () => setOpen(false) }} />}
    </div>
  );
}
