import { useEffect, useState } from "react";
import type { ReactElement } from "react";
import { loadCode } from "../../http/load-code.ts";
import { Button } from "./Button.tsx";
import { CopyButton } from "./CopyButton.tsx";
import { downloadBlob } from "./download-blob.ts";
import { Strip } from "./Strip.tsx";
import { useMessages } from "./messages-context.ts";
import type { QrDrawing } from "./qr-drawing.ts";

/** Props of {@link QrCode}. */
export interface QrCodeProps {
  /** The link the code leads to. */
  url: string;
  /** File name of the downloads, without extension. */
  fileName: string;
  /** The picture was copied or downloaded. */
  onTaken?: () => void;
}

const loadDrawing = (): Promise<typeof import("./qr-drawing.ts")> =>
  loadCode(() => import("./qr-drawing.ts"), "qrDrawing");

/** A QR code, always black on white: a picture to copy, and to download as SVG and PNG. The encoder loads on first use. */
export function QrCode({ url, fileName, onTaken }: QrCodeProps): ReactElement {
  const { t } = useMessages();
  const [drawing, setDrawing] = useState<QrDrawing>();
  const [attempt, setAttempt] = useState(0);
  const [isMissing, setMissing] = useState(false);
  useEffect(() => {
    let current = true;
    loadDrawing().then(
      ({ qrDrawing }) => {
        if (!current) return;
        setMissing(false);
        setDrawing(qrDrawing(url));
      },
      () => current && setMissing(true),
    );
    return () => {
      current = false;
    };
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- another attempt fetches again
  }, [url, attempt]);
  const picture = async (kind: "svg" | "png"): Promise<Blob> => {
    const { qrDrawing, qrPng, qrSvg } = await loadDrawing();
    const drawn = qrDrawing(url);
    return kind === "svg" ? new Blob([qrSvg(drawn)], { type: "image/svg+xml" }) : qrPng(drawn);
  };
  const save = async (kind: "svg" | "png"): Promise<void> => {
    downloadBlob(await picture(kind), `${fileName}.${kind}`);
    onTaken?.();
  };
  if (isMissing) {
    const again = <Button onClick={() => setAttempt(attempt + 1)}>{t("ui.tryAgain")}</Button>;
    return <Strip action={again}>{t("failed.action")}</Strip>;
  }
  return (
    <div className="rf-qr-row">
      <div className="rf-qr">
        {drawing && (
          <svg role="img" aria-label={t("ui.qrCodeFor", { url })} viewBox={`0 0 ${drawing.size} ${drawing.size}`}>
            <path className="rf-qr-modules" shapeRendering="crispEdges" d={drawing.path} />
          </svg>
        )}
      </div>
      <div className="rf-qr-acts">
        {typeof ClipboardItem !== "undefined" && (
          <CopyButton text={() => picture("png")} label={t("share.copyPicture")} onCopied={onTaken} />
        )}
        <Button icon="download" aria-label={t("ui.downloadSvg")} onClick={() => void save("svg")}>
          SVG
        </Button>
        <Button icon="download" aria-label={t("ui.downloadPng")} onClick={() => void save("png")}>
          PNG
        </Button>
      </div>
    </div>
  );
}
