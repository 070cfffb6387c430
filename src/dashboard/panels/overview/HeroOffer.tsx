import { useState, type ReactElement } from "react";
import { useDashboard } from "../../dashboard-context.ts";
import { offerText, wholeReward } from "../../format/reward-text.ts";
import { ExternalLink } from "../../ui/ExternalLink.tsx";
import { Heading } from "../../ui/Heading.tsx";

/**
 * What there is to earn: the first reward as the heading with its terms below, every other one in a line, and what friends get; when it is paid stands
 * under Earnings. The program's picture stands on white, so that none is unreadable.
 */
export function HeroOffer(): ReactElement {
  const { bootstrap, format, emit } = useDashboard();
  const { t } = format;
  const { rewards, friends } = offerText(format, bootstrap);
  const [first = { text: t("hero.noReward"), terms: [] }, ...others] = rewards;
  const { termsUrl: url, brandColor, logo, name } = bootstrap.program;
  const [lost, setLost] = useState<string>();
  return (
    <div className="rf-hero-text">
      {brandColor && <span className="rf-hero-brand" />}
      {logo && logo !== lost && (
        <img className="rf-hero-logo" src={logo} alt="" referrerPolicy="no-referrer" onError={() => setLost(logo)} />
      )}
      <bdi className="rf-label rf-muted rf-ellipsis">{name}</bdi>
      <Heading className="rf-h2">{first.text}</Heading>
      {first.terms.length > 0 && <p className="rf-small">{first.terms.join(" ")}</p>}
      {others.map((reward) => (
        <p key={reward.text} className="rf-small">
          {wholeReward(format, reward)}
        </p>
      ))}
      <p className="rf-small rf-muted rf-hero-aside">
        {friends}{" "}
        {url && (
          <ExternalLink href={url} onClick={() => emit({ type: "external.opened", url })}>
            {t("hero.terms")}
          </ExternalLink>
        )}
      </p>
    </div>
  );
}
