import { useState, type ComponentType, type ReactElement, type ReactNode } from "react";
import type { EmbedLink } from "../../../contract/records.ts";
import { Lazily } from "../../Lazily.tsx";
import type { QrDialogProps } from "../../QrDialog.tsx";
import { useDashboard } from "../../dashboard-context.ts";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { LinkBar } from "../../ui/LinkBar.tsx";
import { Select } from "../../ui/Select.tsx";
import { HeroOffer } from "./HeroOffer.tsx";

const loadQr = (): Promise<ComponentType<QrDialogProps>> => import("../../QrDialog.tsx").then((code) => code.QrDialog);

/** What there is to earn, and the link that earns it. Where it is narrow the address comes before the choice of another. */
export function HeroCard({ isNarrow }: { isNarrow: boolean }): ReactElement {
  const { bootstrap, format, can, goTo, sections } = useDashboard();
  const { linkRules } = bootstrap;
  const links = (bootstrap.links ?? []).filter((link) => !link.archived);
  const [picked, setPicked] = useState<string>();
  const link = links.find(({ id }) => id === picked) ?? links[0];
  const { t } = format;
  const mayCreate = linkRules?.canCreate && can("links:write") && sections.includes("links");
  const choice = link && links.length > 1 && (
    <Select
      aria-label={t("ui.yourLink")}
      value={link.id}
      options={links.map(({ id, shareUrl }) => ({ value: id, label: format.address(shareUrl) }))}
      onChange={(event) => setPicked(event.currentTarget.value)}
    />
  );
  return (
    <Card className="rf-stack rf-hero">
      <HeroOffer />
      {link && (
        <div className="rf-hero-link">
          {!isNarrow && choice}
          <ShareBar link={link}>{isNarrow && choice}</ShareBar>
        </div>
      )}
      {!link && mayCreate && (
        <Button variant="primary" icon="plus" onClick={() => goTo("links")}>
          {t("hero.createLink")}
        </Button>
      )}
    </Card>
  );
}

function ShareBar({ link, children }: { link: EmbedLink; children: ReactNode }): ReactElement {
  const { emit } = useDashboard();
  const [qr, setQr] = useState(false);
  const { id, shortLink, shareUrl } = link;
  const event = { link: { id, shortLink } };
  const openQr = (): void => {
    setQr(true);
    emit({ type: "link.shared", via: "qr", ...event });
  };
  const share = (): void => {
    emit({ type: "link.shared", via: "share", ...event });
    // Closing the share sheet rejects too; that is no failure.
    navigator.share({ url: shareUrl }).catch(() => undefined);
  };
  return (
    <>
      <LinkBar
        url={shareUrl}
        onCopied={() => emit({ type: "link.copied", ...event })}
        onQr={openQr}
        onShare={navigator.canShare?.({ url: shareUrl }) ? share : undefined}
      >
        {children}
      </LinkBar>
      {qr && <Lazily load={loadQr} props={{ link, onClose: () => setQr(false) }} />}
    </>
  );
}
