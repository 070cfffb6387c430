import { useId, useState, type ReactElement } from "react";
import type { EmbedLink } from "../contract/records.ts";
import { useDashboard } from "./dashboard-context.ts";
import { shareAddress, shareTargets, shareText, type ShareTarget } from "./format/share-text.ts";
import { Button } from "./ui/Button.tsx";
import { CopyButton } from "./ui/CopyButton.tsx";
import { Dialog } from "./ui/Dialog.tsx";
import { ExternalLink } from "./ui/ExternalLink.tsx";
import { QrCode } from "./ui/QrCode.tsx";
import { useShare } from "./useShare.ts";

/** Props of {@link ShareDialog}. */
export interface ShareDialogProps {
  link: EmbedLink;
  onClose: () => void;
}

/** Shares a link: an editable message, the device's share sheet or else the usual services, and the QR code. */
export function ShareDialog({ link, onClose }: ShareDialogProps): ReactElement {
  const { bootstrap, format, emit } = useDashboard();
  const { t } = format;
  const id = useId();
  const [text, setText] = useState(() => shareText(format, bootstrap, link));
  const share = useShare(link, text);
  const event = { link: { id: link.id, shortLink: link.shortLink } };
  const message = { text, url: link.shareUrl, subject: bootstrap.program.name };
  return (
    <Dialog title={t("ui.share")} onClose={onClose}>
      <div className="rf-stack">
        <div className="rf-field">
          <label className="rf-field-label" htmlFor={id}>
            {t("share.text")}
          </label>
          <textarea
            id={id}
            dir="auto"
            className="rf-input"
            data-copy-source=""
            value={text}
            onChange={(change) => setText(change.currentTarget.value)}
          />
        </div>
        <div className="rf-share-ways">
          {share ? (
            <Button variant="primary" icon="share" onClick={share}>
              {t("share.app")}
            </Button>
          ) : (
            shareTargets.map((target) => (
              <ExternalLink
                key={target}
                button
                href={shareAddress(target, message)}
                onClick={() => emit({ type: "link.shared", via: target, ...event })}
              >
                {targetName[target] ?? t("settings.email")}
              </ExternalLink>
            ))
          )}
          <CopyButton
            text={text}
            label={t("share.copyText")}
            onCopied={() => emit({ type: "link.copied", ...event })}
          />
        </div>
        <QrCode
          url={scanUrl(link)}
          fileName={`qr-${link.key.replace(/[^\w-]+/g, "-")}`}
          onTaken={() => emit({ type: "link.shared", via: "qr", ...event })}
        />
      </div>
    </Dialog>
  );
}

/** Names that are the same in every language. */
const targetName: Partial<Record<ShareTarget, string>> = {
  whatsapp: "WhatsApp",
  x: "X",
  linkedin: "LinkedIn",
  facebook: "Facebook",
  telegram: "Telegram",
};

/** Short links tell a scan from a click by `qr=1`; a link shared as destination has no such mark. */
function scanUrl({ shareUrl, shortLink }: EmbedLink): string {
  return shareUrl === shortLink ? `${shortLink}?qr=1` : shareUrl;
}
