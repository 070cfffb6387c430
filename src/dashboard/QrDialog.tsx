import type { ReactElement } from "react";
import type { EmbedLink } from "../contract/records.ts";
import { useShell } from "./dashboard-context.ts";
import { Dialog } from "./ui/Dialog.tsx";
import { QrCode } from "./ui/QrCode.tsx";

/** Props of {@link QrDialog}. */
export interface QrDialogProps {
  link: EmbedLink;
  onClose: () => void;
}

/** The QR code of a link, to show or to download. Scans count as clicks of their own kind. */
export function QrDialog({ link, onClose }: QrDialogProps): ReactElement {
  const { t } = useShell().format;
  return (
    <Dialog title={t("ui.qrCode")} onClose={onClose}>
      <QrCode url={scanUrl(link)} fileName={`qr-${link.key.replace(/[^\w-]+/g, "-")}`} />
    </Dialog>
  );
}

/** Short links tell a scan from a click by `qr=1`; a link shared as destination has no such mark. */
function scanUrl({ shareUrl, shortLink }: EmbedLink): string {
  return shareUrl === shortLink ? `${shortLink}?qr=1` : shareUrl;
}
