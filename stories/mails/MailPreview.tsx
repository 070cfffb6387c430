import { use, useMemo } from "react";
import type { MailKind } from "../../src/contract/index.ts";
import { logo } from "../../src/demo/sample-content.ts";
import { renderMail, type RenderedMail } from "../../service/src/mails/render-mail.ts";
import { sampleMails } from "../../service/src/mails/sample-mails.ts";

/** What a preview shows. */
export interface MailPreviewProps {
  kind: MailKind;
  locale: string;
  /** The program's colour. */
  brandColor: string;
  /** Width of the reader's window. */
  width: number;
}

const now = Date.parse("2026-11-29T12:00:00Z");
const written = new Map<string, Promise<RenderedMail>>();

/** A mail as the service sends it, in a window of its own: the styles of a mail are those of a whole page. */
export function MailPreview({ kind, locale, brandColor, width }: MailPreviewProps) {
  const mail = use(useMemo(() => render({ kind, locale, brandColor }), [kind, locale, brandColor]));
  return (
    <figure style={{ margin: 0, maxWidth: width }}>
      <figcaption style={{ padding: "0 0 12px", font: "600 14px/1.5 system-ui" }}>{mail.subject}</figcaption>
      <iframe
        title={mail.subject}
        sandbox=""
        srcDoc={mail.html}
        style={{ width: "100%", height: 640, border: "1px solid #8888" }}
      />
    </figure>
  );
}

function render({ kind, locale, brandColor }: Omit<MailPreviewProps, "width">): Promise<RenderedMail> {
  const key = [kind, locale, brandColor].join();
  const known = written.get(key);
  if (known) return known;
  const mail = renderMail({
    kind,
    data: sampleMails("https://partners.northlight.example", now)[kind],
    face: { name: "Northlight", logo, brandColor },
    name: "Eva",
    locale,
    timeZone: "UTC",
    now,
    chooseUrl: "https://partners.northlight.example/partners/mails/EXAMPLE",
  });
  written.set(key, mail);
  return mail;
}
