import type { ReactElement } from "react";
import { useDashboard } from "../../dashboard-context.ts";
import { offerText } from "../../format/reward-text.ts";
import { ExternalLink } from "../../ui/ExternalLink.tsx";
import { Heading } from "../../ui/Heading.tsx";

/** What there is to earn: the first reward as the heading, every other one in a line, and the terms beneath. */
export function HeroOffer(): ReactElement {
  const { bootstrap, format, emit } = useDashboard();
  const { t } = format;
  const { rewards, terms } = offerText(format, bootstrap);
  const [first = t("hero.noReward"), ...others] = rewards;
  const { termsUrl: url } = bootstrap.program;
  return (
    <div className="rf-hero-text">
      <Heading className="rf-h2">{first}</Heading>
      {others.map((reward) => (
        <p key={reward} className="rf-small">
          {reward}
        </p>
      ))}
      <p className="rf-small rf-muted rf-hero-aside">
        {terms.join(" ")}{" "}
        {url && (
          <ExternalLink href={url} onClick={() => emit({ type: "external.opened", url })}>
            {t("hero.terms")}
          </ExternalLink>
        )}
      </p>
    </div>
  );
}
