import type { ReactElement } from "react";
import type { Referral, ReferralStatus } from "../../../contract/records.ts";
import { useDashboard } from "../../dashboard-context.ts";
import { inOrder } from "../../forms/field-spec.ts";
import { ListPager } from "../../ListPager.tsx";
import { PanelRead } from "../../PanelRead.tsx";
import { PAGE_SIZE, useReferrals } from "../../queries.ts";
import { Badge, type Tone } from "../../ui/Badge.tsx";
import { BidiText } from "../../ui/BidiText.tsx";
import { Card } from "../../ui/Card.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { Table, type Column } from "../../ui/Table.tsx";
import { useCursorPages } from "../../useCursorPages.ts";
import { valueInWords } from "./value-in-words.ts";

const TONES: Readonly<Record<ReferralStatus, Tone>> = {
  pending: "neutral",
  qualified: "neutral",
  meeting: "neutral",
  negotiation: "neutral",
  unqualified: "neutral",
  closedWon: "success",
  closedLost: "neutral",
};

/** Referrals sent so far and how they go. */
export function PastReferrals(): ReactElement {
  const { session, bootstrap, format } = useDashboard();
  const { t, date } = format;
  const pages = useCursorPages("");
  const read = useReferrals(session, { limit: PAGE_SIZE, cursor: pages.cursor });
  const name = inOrder(bootstrap.referralForm?.fields ?? [])[0];
  const columns: Column<Referral>[] = [
    {
      key: "name",
      header: t("list.customer"),
      kind: "fill",
      cell: ({ values }) => (
        <span className="rf-break">
          <BidiText>{name && valueInWords(name, values[name.key], format)}</BidiText>
        </span>
      ),
    },
    { key: "date", header: t("list.date"), cell: (referral) => date(referral.createdAt) },
    { key: "status", header: t("list.status"), cell: ({ status }) => <Status status={status} /> },
  ];
  return (
    <Card flush title={t("refer.past")}>
      <PanelRead read={read} inset failed="failed.refer" skeleton={<ReferralsSkeleton />}>
        {(list) =>
          list.data.length === 0 ? (
            <EmptyState>{t("refer.empty")}</EmptyState>
          ) : (
            <>
              <Table caption={t("refer.past")} columns={columns} rows={list.data} rowKey={({ id }) => id} />
              <ListPager list={list} pages={pages} />
            </>
          )
        }
      </PanelRead>
    </Card>
  );
}

function Status({ status }: { status: ReferralStatus }): ReactElement {
  const { t } = useDashboard().format;
  const known = status in TONES;
  return <Badge tone={known ? TONES[status] : "neutral"}>{known ? t(`referral.${status}`) : status}</Badge>;
}

function ReferralsSkeleton(): ReactElement {
  return (
    <div className="rf-inset">
      <Skeleton shape="row" count={3} />
    </div>
  );
}
