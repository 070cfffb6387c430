import { useEffect, useState } from "react";
import type { ReactElement } from "react";
import { Button } from "./Button.tsx";
import { downloadBlob } from "./download-blob.ts";
import { useMessages } from "./messages-context.ts";
import type { QrDrawing } from "./qr-drawing.ts";

/** Props of {@link QrCode}. */
export interface QrCodeProps {
  /** The link the code leads to. */
  url: string;
  /** File name of the downloads, without extension. */
  fileName: string;
}

const loadDrawing = (): Promise<typeof import("./qr-drawing.ts")> => import("./qr-drawing.ts");

/** A QR code, always black on white, with downloads as SVG and PNG. The encoder loads on first use. */
export function QrCode({ url, fileName }: QrCodeProps): ReactElement {
  const { t } = useMessages();
  const [drawing, setDrawing] = useState<QrDrawing>();
  useEffect(() => {
    let current = true;
    void loadDrawing().then(({ qrDrawing }) => current && setDrawing(qrDrawing(url)));
    return () => {
      current = false;
    };
  }, [url]);
  const save = async (kind: "svg" | "png"): Promise<void> => {
    if (!drawing) return;
    const { qrPng, qrSvg } = await loadDrawing();
    const blob = kind === "svg" ? new Blob([qrSvg(drawing)], { type: "image/svg+xml" }) : await qrPng(drawing);
    if (blob) downloadBlob(blob, `${fileName}.${kind}`);
  };
  return (
    <div className="rf-stack">
      <div className="rf-qr">
        {drawing && (
          <svg role="img" aria-label={t("ui.qrCodeFor", { url })} viewBox={`0 0 ${drawing.size} ${drawing.size}`}>
            <path className="rf-qr-modules" shapeRendering="crispEdges" d={drawing.path} />
          </svg>
        )}
      </div>
      <div className="rf-row rf-centre">
        <Button icon="download" onClick={() => void save("svg")}>
          {t("ui.downloadSvg")}
        </Button>
        <Button icon="download" onClick={() => void save("png")}>
          {t("ui.downloadPng")}
        </Button>
      </div>
    </div>
  );
}
