import { useQuery } from "@tanstack/react-query";
import { useState, type ReactElement, type ReactNode } from "react";
import type { EnrollmentStatus, InvitedPartner, Partner, PayoutMethodName } from "../../../contract/records.ts";
import { Badge } from "../../../dashboard/ui/Badge.tsx";
import { Button } from "../../../dashboard/ui/Button.tsx";
import { Card } from "../../../dashboard/ui/Card.tsx";
import { Dialog } from "../../../dashboard/ui/Dialog.tsx";
import { Facts } from "../../../dashboard/ui/Facts.tsx";
import { useToast } from "../../../dashboard/ui/toast-context.ts";
import { addressOf } from "../../address.ts";
import { useConsole } from "../../context.ts";
import { useRead } from "../../data.ts";
import { allOf, write } from "../../call.ts";
import { Ask } from "../../parts/Ask.tsx";
import { History } from "../../parts/History.tsx";
import { Link } from "../../parts/Link.tsx";
import { Page, Read } from "../../parts/Page.tsx";
import { useTermsText } from "../../parts/terms.ts";
import { count, enrollmentWords, methodWords, payoutWords, plain } from "../../parts/words.ts";
import { Balance } from "./balance/Balance.tsx";
import { InvitationLink } from "./InvitationLink.tsx";
import { OwnRate } from "./OwnRate.tsx";
import { partnerActs, type PartnerAct } from "./partner-acts.ts";
import { SeeDashboard } from "./SeeDashboard.tsx";

/** One partner on one page. */
export default function PartnerScreen({ id = "" }: { id?: string | undefined }): ReactElement {
  const partner = useRead("partners.get", { params: { partnerId: id } }, { live: true });
  const [isSeen, setSeen] = useState(false);
  const shown = partner.data?.id === id ? partner.data : undefined;
  return (
    <Page
      title={shown?.name ?? "Partner"}
      heading={
        <>
          {shown?.name ?? "Partner"}{" "}
          {shown && <Badge tone={enrollmentWords[shown.status][1]}>{enrollmentWords[shown.status][0]}</Badge>}
        </>
      }
      actions={
        shown && (
          <>
            <Button aria-pressed={isSeen} onClick={() => setSeen(!isSeen)}>
              {isSeen ? "Hide their dashboard" : "See what they see"}
            </Button>
            <Acts partner={shown} />
          </>
        )
      }
    >
      <Link href={addressOf("partners")} className="rf-small">
        All partners
      </Link>
      <Read of={partner}>
        {(data) => (
          <>
            {isSeen && <SeeDashboard partnerId={id} name={data.name} />}
            {data.status === "pending" && <Application partnerId={id} />}
            <div className="con-two">
              <div className="rf-stack">
                <Figures partner={data} />
                <Balance partnerId={id} />
                <Payouts partnerId={id} />
              </div>
              <div className="rf-stack">
                <About partner={data} />
                <History query={{ partnerId: id }} />
              </div>
            </div>
          </>
        )}
      </Read>
    </Page>
  );
}

/** What can be done in the status that was read; the service judges again by what it is then. */
function Acts({ partner }: { partner: Partner }): ReactElement | null {
  const { canManage } = useConsole();
  const toast = useToast();
  const [act, setAct] = useState<PartnerAct>();
  if (!canManage) return null;
  return (
    <>
      {partner.email !== null && ["invited", "declined"].includes(partner.status) && (
        <InviteAgain email={partner.email} name={partner.name} />
      )}
      {partnerActs
        .filter(({ from }) => from.includes(partner.status))
        .map((one) => (
          <Button
            key={one.name}
            variant={
              one.name === "approve" && partner.status === "pending" ? "primary" : one.danger ? "danger" : "default"
            }
            onClick={() => setAct(one)}
          >
            {one.label}
          </Button>
        ))}
      {act && (
        <Ask
          title={`${act.label}: ${partner.name}`}
          button={act.label}
          danger={act.danger === true}
          questions={act.questions ?? []}
          onAnswer={async (answers) => {
            await act.run(partner.id, answers);
            toast(`${partner.name}: done`);
          }}
          onClose={() => setAct(undefined)}
        >
          <p>{act.does}</p>
        </Ask>
      )}
    </>
  );
}

/** A new link for who has lost theirs, let it run out, or declined. */
function InviteAgain({ email, name }: { email: string; name: string }): ReactElement {
  const [open, setOpen] = useState<"ask" | InvitedPartner>();
  const close = (): void => setOpen(undefined);
  return (
    <>
      <Button onClick={() => setOpen("ask")}>Invite again</Button>
      {open === "ask" && (
        <Ask
          title={`Invite again: ${name}`}
          button="Invite"
          opensNext
          onAnswer={async () => setOpen(await write("partners.invite", { body: { email } }))}
          onClose={close}
        >
          <p>They are mailed a new link, where mails are set up. The links before it end.</p>
        </Ask>
      )}
      {typeof open === "object" && <InvitationLink to={open} onClose={close} />}
    </>
  );
}

/** What they answered when they applied. */
function Application({ partnerId }: { partnerId: string }): ReactElement {
  const { format } = useConsole();
  const all = useRead("partnerApplications.list", { query: { pageSize: 100 } });
  return (
    <Card title="Application">
      <Read of={all}>
        {(list) => {
          const own = list.find(({ partner }) => partner.id === partnerId);
          if (!own) return <p className="rf-muted">Its answers are further down the list of applications.</p>;
          const { applicationFormData: answers, createdAt, referredBy } = own;
          return (
            <Facts
              facts={[
                ...(answers ?? []).map(({ label, value }): [string, ReactNode] => [label, value ?? "Not answered"]),
                [
                  "Brought in by",
                  referredBy && (
                    <Link key="by" href={addressOf(`partners/${referredBy.partnerId}`)}>
                      another partner
                    </Link>
                  ),
                ],
                ["Applied", format.dateTime(createdAt)],
              ]}
            />
          );
        }}
      </Read>
    </Card>
  );
}

function Figures({ partner }: { partner: Partner }): ReactElement {
  const { format } = useConsole();
  const program = useRead("program.get", {});
  const currency = program.data?.currency ?? "usd";
  const figures: [string, string][] = [
    ["Clicks", format.number(partner.totalClicks)],
    ["Leads", format.number(partner.totalLeads)],
    ["Sales", format.number(partner.totalSales)],
    ["Revenue", format.money(partner.totalSaleAmount, currency)],
  ];
  return (
    <Card title="Ever">
      <dl className="con-figures">
        {figures.map(([label, value]) => (
          <div key={label}>
            <dt className="rf-muted rf-small">{label}</dt>
            <dd className="rf-figure">{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

/** Statuses in which an own rate can be set and seen: applicants get the group's, and who is switched off has none meanwhile. */
const ratedIn: readonly EnrollmentStatus[] = ["approved", "invited", "archived", "declined"];

function About({ partner }: { partner: Partner }): ReactElement {
  const { format, canManage } = useConsole();
  const toast = useToast();
  const groups = useRead("groups.list", { query: { pageSize: 100 } });
  const method = useRead("partners.payoutMethod", { params: { partnerId: partner.id } });
  const program = useRead("program.get", {});
  const rewards = useQuery({ queryKey: ["all rewards"], queryFn: () => allOf("rewards.list", {}) });
  const textOf = useTermsText();
  const [open, setOpen] = useState<"group" | "rate" | "tags" | "payment">();
  const close = (): void => setOpen(undefined);
  const reward = rewards.data?.find(({ id }) => id === partner.saleRewardId);
  const group = groups.data?.find(({ id }) => id === partner.groupId);
  const links = partner.links ?? [];
  return (
    <Card
      title="About"
      actions={
        canManage && (
          <>
            {(groups.data?.length ?? 0) > 1 && (
              <Button mini onClick={() => setOpen("group")}>
                Change group
              </Button>
            )}
            {rewards.data && ratedIn.includes(partner.status) && (
              <Button mini onClick={() => setOpen("rate")}>
                Own rate
              </Button>
            )}
            <Button mini onClick={() => setOpen("tags")}>
              Tags
            </Button>
            <Button mini onClick={() => setOpen("payment")}>
              Payment
            </Button>
          </>
        )
      }
    >
      <Facts
        facts={[
          ["Address", partner.email],
          ["Company", partner.companyName],
          ["Country", partner.country && format.region(partner.country)],
          ["Website", partner.website],
          ["About them", partner.description],
          ["Id in your app", partner.tenantId],
          ["Group", group?.name],
          [
            "Sales earn",
            reward && `${textOf(reward)}${group && reward.id !== group.saleRewardId ? ", their own rate" : ""}`,
          ],
          ["Tags", partner.tags.map(({ name }) => name).join(", ")],
          [
            { pending: "Applied", invited: "Invited" }[partner.status as string] ?? "Joined",
            format.date(partner.createdAt),
          ],
          ["Banned for", partner.bannedReason && plain(partner.bannedReason)],
          ["Paid by", method.data && (method.data.method ? methodWords[method.data.method] : "Not set up yet")],
          ["Paid to", method.data?.destination],
          ["Links", links.length > 0 && <LinkList key="links" links={links} />],
        ]}
      />
      {open === "rate" && <OwnRate partner={partner} group={group} rewards={rewards.data ?? []} onClose={close} />}
      {open === "tags" && <Tags partner={partner} onClose={close} />}
      {open === "payment" && <Payment partner={partner} offered={program.data?.payoutMethods ?? []} onClose={close} />}
      {open === "group" && (
        <Ask
          title={`Group of ${partner.name}`}
          button="Change"
          questions={[
            {
              name: "groupId",
              label: "Group",
              kind: (groups.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
              value: partner.groupId ?? "",
            },
          ]}
          onAnswer={async ({ groupId = "" }) => {
            await write("partners.update", { params: { partnerId: partner.id }, body: { groupId } });
            toast(`${partner.name} is in another group`);
          }}
          onClose={close}
        >
          <p>New customers earn by the group's rewards; customers who have bought keep their terms.</p>
        </Ask>
      )}
    </Card>
  );
}

/** Ways of payment that need no more than an address of the partner's; for others they give an account themselves. */
const settable: readonly PayoutMethodName[] = ["paypal", "tremendous", "manual"];

interface PaymentProps {
  partner: Partner;
  offered: readonly PayoutMethodName[];
  onClose: () => void;
}

/** Sets how a partner is paid. */
function Payment({ partner, offered, onClose }: PaymentProps): ReactElement {
  const toast = useToast();
  const ways = settable.filter((name) => offered.includes(name));
  if (ways.length === 0)
    return (
      <Dialog title={`How ${partner.name} is paid`} onClose={onClose}>
        <p>
          The program offers no way that you could set for them: they choose in their dashboard. More ways are in{" "}
          <Link href={addressOf("program")}>the program's settings</Link>.
        </p>
      </Dialog>
    );
  return (
    <Ask
      title={`How ${partner.name} is paid`}
      button="Save"
      questions={[
        {
          name: "method",
          label: "Way of payment",
          kind: ways.map((value) => ({ value, label: methodWords[value] })),
          value: ways[0] ?? "",
        },
        {
          name: "paypalEmail",
          label: "Address that is paid",
          hint: "Of PayPal and Tremendous.",
          value: partner.email ?? "",
        },
      ]}
      onAnswer={async ({ method, paypalEmail = "" }) => {
        const body = {
          method: method as PayoutMethodName,
          ...(method !== "manual" && { paypalEmail: paypalEmail.trim() }),
        };
        await write("partners.setPayoutMethod", { params: { partnerId: partner.id }, body });
        toast("Saved");
      }}
      onClose={onClose}
    >
      <p className="rf-muted">
        They can do it in their dashboard as well. What you set counts at once; they are not asked.
      </p>
    </Ask>
  );
}

const nameKey = (name: string): string => name.trim().toLowerCase();

/** Tags by their names; a new name makes a new tag. */
function Tags({ partner, onClose }: { partner: Partner; onClose: () => void }): ReactElement {
  const toast = useToast();
  const all = useRead("tags.list", { query: { pageSize: 100 } });
  return (
    <Ask
      title={`Tags of ${partner.name}`}
      button="Save"
      questions={[
        {
          name: "names",
          label: "Tags, separated by commas",
          hint: all.data?.length ? `There are: ${all.data.map(({ name }) => name).join(", ")}.` : "",
          value: partner.tags.map(({ name }) => name).join(", "),
        },
      ]}
      onAnswer={async ({ names = "" }) => {
        const known = new Map([...(all.data ?? []), ...partner.tags].map(({ id, name }) => [nameKey(name), id]));
        const wanted = new Map(
          names
            .split(",")
            .filter((name) => name.trim())
            .map((name) => [nameKey(name), name.trim()] as const),
        );
        const tagIds: string[] = [];
        for (const [key, name] of wanted)
          tagIds.push(known.get(key) ?? (await write("tags.create", { body: { name } })).id);
        await write("partners.update", { params: { partnerId: partner.id }, body: { tagIds } });
        toast("Saved");
      }}
      onClose={onClose}
    >
      <p className="rf-muted">Only you see them. A new name makes a new tag.</p>
    </Ask>
  );
}

function LinkList({ links }: { links: NonNullable<Partner["links"]> }): ReactElement {
  const { format } = useConsole();
  return (
    <ul>
      {links.map(({ id, shortLink, clicks }) => (
        <li key={id} className="rf-break">
          {format.address(shortLink)} <span className="rf-muted rf-small">{count(clicks, "click")}</span>
        </li>
      ))}
    </ul>
  );
}

function Payouts({ partnerId }: { partnerId: string }): ReactElement {
  const { format } = useConsole();
  const list = useRead("payouts.list", { query: { partnerId, pageSize: 20 } });
  return (
    <Card title="Payouts" flush>
      <Read of={list} empty="Nothing paid yet.">
        {(rows) => (
          <ul className="con-list">
            {rows.map((row) => (
              <li key={row.id} className="con-item">
                <span>
                  {row.number ?? "Payout"} <span className="rf-muted rf-small">{format.date(row.createdAt)}</span>
                </span>
                <span className="rf-row">
                  <Badge tone={payoutWords[row.status][1]}>{payoutWords[row.status][0]}</Badge>
                  <span className="rf-num">{format.money(row.amount, row.currency)}</span>
                </span>
              </li>
            ))}
          </ul>
        )}
      </Read>
    </Card>
  );
}
