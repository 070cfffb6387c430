import { useState, type ReactElement } from "react";
import type { ProgramTrial } from "../../../contract/records.ts";
import { Badge } from "../../../dashboard/ui/Badge.tsx";
import { Button } from "../../../dashboard/ui/Button.tsx";
import { Card } from "../../../dashboard/ui/Card.tsx";
import { Strip } from "../../../dashboard/ui/Strip.tsx";
import { write } from "../../call.ts";
import { useConsole } from "../../context.ts";
import { useAct, useRead } from "../../data.ts";

const arrivals = [
  ["clicks", "Last click"],
  ["leads", "Last sign-up"],
  ["sales", "Last sale"],
] as const;

/** A click, a sign-up and a sale by the program as it is, and what has really come so far. */
export function TestClick(): ReactElement {
  const { canManage } = useConsole();
  const act = useAct();
  const [trial, setTrial] = useState<ProgramTrial>();
  const run = (): void => {
    setTrial(undefined);
    void act.run(async () => setTrial(await write("program.test", {})));
  };
  return (
    <Card
      title="Test click"
      flush
      actions={
        canManage && (
          <Button mini aria-disabled={act.isBusy} onClick={run}>
            {act.isBusy ? "Trying…" : "Try it"}
          </Button>
        )
      }
    >
      <p className="con-pad rf-muted rf-small">
        Plays a click, a sign-up, a sale and its refund by your rewards, and takes all of it back. Whether your site has
        the script, the command referrals-service doctor tells.
      </p>
      {act.problem && <Strip>{act.problem}</Strip>}
      <div role="status">{trial && <Outcome trial={trial} />}</div>
      <ul className="con-list" aria-label="What has come so far">
        {arrivals.map(([event, label]) => (
          <Arrival key={event} event={event} label={label} />
        ))}
      </ul>
    </Card>
  );
}

function Outcome({ trial: { amount, currency, lead, sale, left } }: { trial: ProgramTrial }): ReactElement {
  const { format, words } = useConsole();
  const money = (minor: number): string => format.money(minor, currency);
  const earns = (of: ProgramTrial["sale"]): string =>
    !of ? "earns nothing" : `earns ${money(of.earnings)}${of.holdReason ? `. ${words.hold[of.holdReason]}` : ""}`;
  const steps = [
    { text: `A sign-up ${earns(lead)}`, works: true },
    { text: `A sale of ${money(amount)} ${earns(sale)}`, works: sale !== null && sale.holdReason === null },
    {
      text:
        left === 0 ? "Its refund takes back what it earned" : `Its refund leaves ${money(left)}. Report this fault.`,
      works: left === 0,
    },
  ];
  return (
    <ul className="con-list" aria-label="What the test click came to">
      {steps.map(({ text, works }) => (
        <li key={text} className="con-item">
          <span>{text}</span>
          <Badge tone={works ? "success" : "warning"}>{works ? "Works" : "Look at it"}</Badge>
        </li>
      ))}
    </ul>
  );
}

function Arrival({ event, label }: { event: "clicks" | "leads" | "sales"; label: string }): ReactElement {
  const { format } = useConsole();
  const last = useRead("events.list", { query: { event, interval: "all", limit: 1 } }, { live: true });
  const at = last.data?.[0]?.timestamp;
  return (
    <li className="con-item rf-small">
      <span>{label}</span>
      <span className="rf-muted">{at ? format.dateTime(at) : last.data ? "None has come yet" : ""}</span>
    </li>
  );
}
