import { useEffect, useState } from "react";
import type { ReactElement } from "react";
import { Button } from "./Button.tsx";
import { CopyButton } from "./CopyButton.tsx";
import { downloadBlob } from "./download-blob.ts";
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

const loadDrawing = (): Promise<typeof import("./qr-drawing.ts")> => import("./qr-drawing.ts");

/** A QR code, always black on white: a picture to copy, and to download as SVG and PNG. The encoder loads on first use. */
export function QrCode({ url, fileName, onTaken }: QrCodeProps): ReactElement {
  const { t } = useMessages();
  const [drawing, setDrawing] = useState<QrDrawing>();
  useEffect(() => {
    let current = true;
    void loadDrawing().then(({ qrDrawing }) => current && setDrawing(qrDrawing(url)));
    return () => {
      current = false;
    };
  }, [url]);
  const picture = async (kind: "svg" | "png"): Promise<Blob> => {
    const { qrDrawing, qrPng, qrSvg } = await loadDrawing();
    const drawn = qrDrawing(url);
    return kind === "svg" ? new Blob([qrSvg(drawn)], { type: "image/svg+xml" }) : qrPng(drawn);
  };
  const save = async (kind: "svg" | "png"): Promise<void> => {
    downloadBlob(await picture(kind), `${fileName}.${kind}`);
    onTaken?.();
  };
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
