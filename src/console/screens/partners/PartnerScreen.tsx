import { useQuery } from "@tanstack/react-query";
import { useState, type ReactElement, type ReactNode } from "react";
import type {
  EnrollmentStatus,
  InvitedPartner,
  Partner,
  PayoutMethod,
  PayoutMethodName,
} from "../../../contract/records.ts";
import { Badge } from "../../../dashboard/ui/Badge.tsx";
import { Button } from "../../../dashboard/ui/Button.tsx";
import { Card } from "../../../dashboard/ui/Card.tsx";
import { Dialog } from "../../../dashboard/ui/Dialog.tsx";
import { Facts } from "../../../dashboard/ui/Facts.tsx";
import { useToast } from "../../../dashboard/ui/toast-context.ts";
import { addressOf } from "../../address.ts";
import { useConsole } from "../../context.ts";
import { useCurrency, useRead, useReadAll } from "../../data.ts";
import { allOf, call, write } from "../../call.ts";
import { Ask } from "../../parts/Ask.tsx";
import { History } from "../../parts/History.tsx";
import { Link } from "../../parts/Link.tsx";
import { Page, Read } from "../../parts/Page.tsx";
import { useTermsText } from "../../parts/terms.ts";
import { count, plain } from "../../parts/words.ts";
import { ChangedMeanwhile } from "../../unchanged.ts";
import { Balance } from "./balance/Balance.tsx";
import { expectPartner } from "./expect-partner.ts";
import { InvitationLink } from "./InvitationLink.tsx";
import { Note } from "./Note.tsx";
import { OwnRate } from "./OwnRate.tsx";
import { partnerActs, runAct, type PartnerAct } from "./partner-acts.ts";
import { SharedAccount } from "./SharedAccount.tsx";
import { SeeDashboard } from "./SeeDashboard.tsx";

/** One partner on one page. */
export default function PartnerScreen({ id = "" }: { id?: string | undefined }): ReactElement {
  const { format, words } = useConsole();
  const partner = useRead("partners.get", { params: { partnerId: id } }, { live: true });
  const [isSeen, setSeen] = useState(false);
  const shown = partner.data?.id === id ? partner.data : undefined;
  return (
    <Page
      title={shown?.name ?? format.t("leaderboard.partner")}
      heading={
        <>
          {shown?.name ?? format.t("leaderboard.partner")}{" "}
          {shown && <Badge tone={words.enrollment[shown.status][1]}>{words.enrollment[shown.status][0]}</Badge>}
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
                <SharedAccount partner={data} />
                <Note partnerId={id} />
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
  // With the partner as they were then: what is read anew meanwhile must not pass for what was seen.
  const [open, setOpen] = useState<{ act: PartnerAct; seen: Partner }>();
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
            onClick={() => setOpen({ act: one, seen: partner })}
          >
            {one.label}
          </Button>
        ))}
      {open && (
        <Ask
          title={`${open.act.label}: ${partner.name}`}
          button={open.act.label}
          danger={open.act.danger === true}
          questions={open.act.questions ?? []}
          onAnswer={async (answers) => {
            await runAct(open.act, open.seen, answers);
            toast(`${partner.name}: done`);
          }}
          onClose={() => setOpen(undefined)}
        >
          <p>{open.act.does}</p>
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
  const own = useRead("partnerApplications.list", { query: { partnerId } });
  return (
    <Card title="Application">
      <Read of={own} empty="They were added without an application.">
        {(list) =>
          list.map(({ id, applicationFormData: answers, createdAt, referredBy }) => (
            <Facts
              key={id}
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
          ))
        }
      </Read>
    </Card>
  );
}

function Figures({ partner }: { partner: Partner }): ReactElement {
  const { format } = useConsole();
  const currency = useCurrency();
  const figures: [string, string][] = [
    [format.t("metric.clicks"), format.number(partner.totalClicks)],
    [format.t("metric.leads"), format.number(partner.totalLeads)],
    [format.t("metric.sales"), format.number(partner.totalSales)],
    [format.t("metric.saleAmount"), format.money(partner.totalSaleAmount, currency)],
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
  const { format, words, canManage } = useConsole();
  const toast = useToast();
  const groups = useReadAll("groups.list");
  const method = useRead("partners.payoutMethod", { params: { partnerId: partner.id } });
  const program = useRead("program.get", {});
  const rewards = useQuery({ queryKey: ["all rewards"], queryFn: () => allOf("rewards.list", {}) });
  const textOf = useTermsText();
  // With the partner as they were when it was opened: what is read anew meanwhile must not pass for what was seen.
  const [open, setOpen] = useState<{ what: "group" | "rate" | "tags" | "payment"; seen: Partner }>();
  const show = (what: NonNullable<typeof open>["what"]) => (): void => setOpen({ what, seen: partner });
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
              <Button mini onClick={show("group")}>
                Change group
              </Button>
            )}
            {rewards.data && ratedIn.includes(partner.status) && (
              <Button mini onClick={show("rate")}>
                Own rate
              </Button>
            )}
            <Button mini onClick={show("tags")}>
              Tags
            </Button>
            {method.data && program.data && (
              <Button mini onClick={show("payment")}>
                Payment
              </Button>
            )}
          </>
        )
      }
    >
      <Facts
        facts={[
          ["Address", partner.email],
          [format.t("settings.company"), partner.companyName],
          [format.t("settings.country"), partner.country && format.region(partner.country)],
          [format.t("settings.website"), partner.website],
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
          [
            format.t("settings.method"),
            method.data && (method.data.method ? words.method[method.data.method] : "Not set up yet"),
          ],
          [format.t("settings.destination"), method.data?.destination],
          [format.t("section.links"), links.length > 0 && <LinkList key="links" links={links} />],
        ]}
      />
      {open?.what === "rate" && (
        <OwnRate partner={open.seen} group={group} rewards={rewards.data ?? []} onClose={close} />
      )}
      {open?.what === "tags" && <Tags partner={open.seen} onClose={close} />}
      {open?.what === "payment" && method.data && (
        <Payment partner={open.seen} now={method.data} offered={program.data?.payoutMethods ?? []} onClose={close} />
      )}
      {open?.what === "group" && (
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
            await expectPartner(open.seen, ["groupId"]);
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
  /** How they are paid. */
  now: PayoutMethod;
  offered: readonly PayoutMethodName[];
  onClose: () => void;
}

/** Sets how a partner is paid. */
function Payment({ partner, now, offered, onClose }: PaymentProps): ReactElement {
  const { format, words } = useConsole();
  const toast = useToast();
  const [seen] = useState(now);
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
      button={format.t("form.save")}
      questions={[
        {
          name: "method",
          label: "Way of payment",
          kind: ways.map((value) => ({ value, label: words.method[value] })),
          prompt: format.t("form.choose"),
          // Of who is paid by another way none is chosen for them, and no address is in place of the one that is paid.
          value: ways.find((name) => name === seen.method) ?? (seen.method === null ? ways[0] : undefined) ?? "",
        },
        {
          name: "paypalEmail",
          label: "Address that is paid",
          hint: `Of PayPal and Tremendous. ${seen.destination ? `Paid now: ${seen.destination}.` : ""}`,
          value: seen.method === null ? (partner.email ?? "") : "",
        },
      ]}
      onAnswer={async ({ method, paypalEmail = "" }) => {
        const address = paypalEmail.trim();
        if (!method) throw new Error("Choose a way of payment.");
        if (method === seen.method && (method === "manual" || !address)) throw new Error("Nothing is changed yet.");
        if (method !== "manual" && !address) throw new Error("Type the address that is paid.");
        const body = { method: method as PayoutMethodName, ...(method !== "manual" && { paypalEmail: address }) };
        const { value } = await call("partners.payoutMethod", { params: { partnerId: partner.id } });
        if (value.method !== seen.method || value.destination !== seen.destination)
          throw new ChangedMeanwhile("how they are paid");
        await write("partners.setPayoutMethod", { params: { partnerId: partner.id }, body });
        toast(format.t("settings.saved"));
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
  const { format } = useConsole();
  const toast = useToast();
  const all = useReadAll("tags.list");
  return (
    <Ask
      title={`Tags of ${partner.name}`}
      button={format.t("form.save")}
      questions={[
        {
          name: "names",
          label: "Tags, separated by commas",
          hint: all.data?.length ? `There are: ${all.data.map(({ name }) => name).join(", ")}.` : "",
          value: partner.tags.map(({ name }) => name).join(", "),
        },
      ]}
      onAnswer={async ({ names = "" }) => {
        await expectPartner(partner, ["tags"]);
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
        toast(format.t("settings.saved"));
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
  const { format, words } = useConsole();
  const list = useRead("payouts.list", { query: { partnerId, pageSize: 20 } });
  return (
    <Card title={format.t("earnings.payouts")} flush>
      <Read of={list} empty="Nothing paid yet.">
        {(rows) => (
          <ul className="con-list">
            {rows.map((row) => (
              <li key={row.id} className="con-item">
                <span>
                  {row.number ?? "Payout"} <span className="rf-muted rf-small">{format.date(row.createdAt)}</span>
                </span>
                <span className="rf-row">
                  <Badge tone={words.payout[row.status][1]}>{words.payout[row.status][0]}</Badge>
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
