import type { ReactElement } from "react";
import type { EmbedReward, Invitation } from "../../../contract/records.ts";
import { useDashboard } from "../../dashboard-context.ts";
import { fullRewardText } from "../../format/reward-text.ts";
import { PanelRead } from "../../PanelRead.tsx";
import { useInvitation } from "../../queries.ts";
import { Card } from "../../ui/Card.tsx";
import { CopyButton } from "../../ui/CopyButton.tsx";
import { Facts } from "../../ui/Facts.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";

/** The link for people who could become partners too, what it pays, and what came of it so far. */
export function InviteCard({ reward }: { reward: EmbedReward }): ReactElement {
  const { session, format } = useDashboard();
  const { t } = format;
  const read = useInvitation(session);
  return (
    <Card title={t("invite.title")}>
      <div className="rf-stack rf-stack-12">
        <p className="rf-small">{fullRewardText(format, reward)}</p>
        <p className="rf-small rf-muted">{t("invite.text")}</p>
        <PanelRead read={read} failed="failed.invitation" skeleton={<Skeleton shape="row" count={3} />}>
          {(invitation) => <Sent invitation={invitation} />}
        </PanelRead>
      </div>
    </Card>
  );
}

function Sent({ invitation }: { invitation: Invitation }): ReactElement {
  const { format, emit } = useDashboard();
  const { t, number, money } = format;
  const { url, joined, waiting, earned, currency } = invitation;
  return (
    <>
      {/* A section, so that what is selected where nothing can be copied is this link. */}
      <section className="rf-link-bar">
        <span className="rf-link-field">
          <input
            className="rf-input"
            dir="ltr"
            readOnly
            data-copy-source=""
            aria-label={t("invite.link")}
            value={url}
            onFocus={(event) => event.currentTarget.select()}
          />
        </span>
        <CopyButton
          variant="primary"
          text={url}
          label={t("ui.copyLink")}
          onCopied={() => emit({ type: "invitation.copied" })}
        />
      </section>
      <Facts
        plain
        facts={[
          [t("invite.joined"), number(joined)],
          [t("invite.waiting"), waiting > 0 && number(waiting)],
          [t("invite.earned"), money(earned, currency)],
        ]}
      />
    </>
  );
}
