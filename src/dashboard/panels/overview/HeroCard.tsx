import type { ReactElement } from "react";
import { ShareBar } from "../../ShareBar.tsx";
import { useDashboard } from "../../dashboard-context.ts";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { HeroOffer } from "./HeroOffer.tsx";

/** What there is to earn, and the link that earns it. */
export function HeroCard(): ReactElement {
  const { bootstrap, format, can, goTo, sections } = useDashboard();
  const { linkRules } = bootstrap;
  const [link, ...others] = (bootstrap.links ?? []).filter(({ archived }) => !archived);
  const { t } = format;
  const mayCreate = linkRules?.canCreate && can("links:write") && sections.includes("links");
  return (
    <Card className="rf-stack rf-hero">
      <HeroOffer />
      {link && <ShareBar links={[link, ...others]} />}
      {!link && mayCreate && (
        <Button variant="primary" icon="plus" onClick={() => goTo("links")}>
          {t("hero.createLink")}
        </Button>
      )}
    </Card>
  );
}
