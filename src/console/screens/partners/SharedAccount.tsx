import { useState, type ReactElement } from "react";
import type { Partner } from "../../../contract/records.ts";
import { Badge } from "../../../dashboard/ui/Badge.tsx";
import { Button } from "../../../dashboard/ui/Button.tsx";
import { Card } from "../../../dashboard/ui/Card.tsx";
import { useConsole } from "../../context.ts";
import { ReleaseDestination, Sharers, useSharers } from "../../parts/SharedDestination.tsx";

/** Who else is paid where this partner is; nothing where nobody is. */
export function SharedAccount({ partner }: { partner: Partner }): ReactElement | null {
  const { format, canManage } = useConsole();
  const { data } = useSharers(partner.id);
  const [isReleasing, setReleasing] = useState(false);
  if (!data || data.value.partners.length === 0) return null;
  const { releasedAt } = data.value;
  return (
    <Card
      title="Paid at one place"
      aside={releasedAt === null ? <Badge tone="warning">Held</Badge> : `Released on ${format.date(releasedAt)}`}
      actions={
        canManage &&
        releasedAt === null && (
          <Button mini onClick={() => setReleasing(true)}>
            Release
          </Button>
        )
      }
    >
      <p className="rf-muted">
        {releasedAt === null
          ? "Others are paid there too. No payout is confirmed before you release it."
          : "Others are paid there too."}
      </p>
      <Sharers of={data.value} />
      {isReleasing && (
        <ReleaseDestination partnerId={partner.id} name={partner.name} onClose={() => setReleasing(false)} />
      )}
    </Card>
  );
}
