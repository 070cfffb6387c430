import type { ReactElement } from "react";
import type { Metrics } from "../../../contract/records.ts";
import { Card } from "../../../dashboard/ui/Card.tsx";
import { addressOf } from "../../address.ts";
import { useConsole } from "../../context.ts";
import { useRead, useReadAll } from "../../data.ts";
import { Link } from "../../parts/Link.tsx";

/** The steps that a program still lacks; nothing once all are done. */
export function SetUp(): ReactElement | null {
  const { given, canManage, isOwner } = useConsole();
  const program = useRead("program.get", {});
  const groups = useReadAll("groups.list");
  const partners = useRead("partners.count", { query: {} });
  const ever = useRead("analytics.retrieve", { query: { event: "composite", groupBy: "count", interval: "all" } });
  if (!canManage || !program.data || !groups.data || partners.data === undefined || !ever.data) return null;
  const { logo, brandColor } = program.data;
  const { leads, sales } = ever.data as Metrics;
  const steps: { href: string; does: string; why: string; isDone: boolean }[] = [
    {
      href: addressOf("program", { view: "rewards" }),
      does: "Say what partners earn",
      why: "Without a reward nothing is earned.",
      isDone: groups.data.some(({ saleRewardId, leadRewardId, clickRewardId }) =>
        Boolean(saleRewardId ?? leadRewardId ?? clickRewardId),
      ),
    },
    {
      href: addressOf("program"),
      does: "Choose a colour or a logo",
      why: "For the dashboard, the join page and mails. How partners are paid is there, too.",
      isDone: logo !== null || brandColor !== null,
    },
    {
      href: addressOf("program", { view: "access" }),
      does: "Put the script on your site, and have sales arrive",
      why: "From a payment provider, or from your server.",
      isDone: leads > 0 || sales > 0,
    },
    {
      href: addressOf("partners", { invite: "yes" }),
      does: "Invite the first partner",
      why: "Or publish the join page: Program, Joining.",
      isDone: partners.data > 0,
    },
    // Without mails who runs the service prints the links that sign in.
    ...(isOwner && given.mails
      ? [
          {
            href: addressOf("people"),
            does: "Invite your own address as an owner",
            why: "You have none here: who has, signs in by mail and needs no printed link.",
            isDone: given.email !== null,
          },
        ]
      : []),
  ];
  const missing = steps.filter(({ isDone }) => !isDone);
  if (missing.length === 0) return null;
  return (
    <Card title="Set up" aside={`${steps.length - missing.length} of ${steps.length} steps done`} flush>
      <ul className="con-list">
        {missing.map(({ href, does, why }) => (
          <li key={does}>
            <Link className="con-item" href={href}>
              <span>{does}</span>
              <span className="rf-muted rf-small">{why}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}
