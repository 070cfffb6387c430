import { useQuery } from "@tanstack/react-query";
import { useState, type ReactElement } from "react";
import type { Program, ProgramPatch } from "../../../contract/records.ts";
import { Button } from "../../../dashboard/ui/Button.tsx";
import { Card } from "../../../dashboard/ui/Card.tsx";
import { Select } from "../../../dashboard/ui/Select.tsx";
import { Strip } from "../../../dashboard/ui/Strip.tsx";
import { useToast } from "../../../dashboard/ui/toast-context.ts";
import { call, write } from "../../call.ts";
import { useConsole } from "../../context.ts";
import { useAct, useRead } from "../../data.ts";
import { minorOf, typedAmount } from "../../parts/amounts.ts";
import { AnswerField, type Question } from "../../parts/Ask.tsx";
import { Read } from "../../parts/Page.tsx";
import { SeeDashboard } from "../partners/SeeDashboard.tsx";

/** A setting as a field: how it is shown, and what is sent for what was typed. */
interface Setting extends Question {
  isOwners?: boolean;
  show: (program: Program) => string;
  read: (typed: string, program: Program) => ProgramPatch;
}

const orNull = (typed: string): string | null => typed.trim() || null;
const choices = (entries: Readonly<Record<string, string>>) =>
  Object.entries(entries).map(([value, label]) => ({ value, label }));
const days = [0, 7, 14, 30, 60, 90] as const;

const settings: readonly Setting[] = [
  { name: "name", label: "Name", show: ({ name }) => name, read: (name) => ({ name: name.trim() }), required: true },
  {
    name: "url",
    label: "Where partners send people",
    kind: "url",
    show: ({ url }) => url,
    read: (url) => ({ url: url.trim() }),
  },
  {
    name: "logo",
    label: "Logo, as an address",
    kind: "url",
    show: ({ logo }) => logo ?? "",
    read: (logo) => ({ logo: orNull(logo) }),
  },
  {
    name: "brandColor",
    label: "Colour, such as #0f766e",
    show: ({ brandColor }) => brandColor ?? "",
    read: (colour) => ({ brandColor: orNull(colour) }),
  },
  {
    name: "holdingPeriodDays",
    label: "A commission may be paid after",
    kind: choices(Object.fromEntries(days.map((number) => [number, `${number} days`]))),
    show: ({ holdingPeriodDays }) => String(holdingPeriodDays),
    read: (typed) => ({ holdingPeriodDays: Number(typed) as 30 }),
  },
  {
    name: "minPayoutAmount",
    label: "Least payout",
    kind: "amount",
    show: ({ minPayoutAmount, currency }) => typedAmount(minPayoutAmount, currency),
    read: (typed, { currency }) => ({ minPayoutAmount: minorOf(typed, currency) }),
  },
  {
    name: "payoutDay",
    label: "Payout day of the month, 1 to 28",
    hint: "Empty: none is promised.",
    show: ({ payoutDay }) => String(payoutDay ?? ""),
    read: (typed) => ({ payoutDay: typed.trim() === "" ? null : Number(typed) }),
  },
  {
    name: "joining",
    label: "Who may join on the join page",
    kind: choices({ open: "Everybody", invitation: "Who is invited", closed: "Nobody" }),
    show: ({ joining }) => joining,
    read: (typed) => ({ joining: typed as Program["joining"] }),
  },
  {
    name: "autoApprove",
    label: "Users of your app who become partners",
    kind: choices({ yes: "Are active at once", no: "Wait for your answer" }),
    show: ({ autoApprove }) => (autoApprove ? "yes" : "no"),
    read: (typed) => ({ autoApprove: typed === "yes" }),
  },
  {
    name: "allowedOrigins",
    label: "Sites that may show the embed, one a line",
    kind: "note",
    hint: "Empty: any site with a token. Owners alone change it.",
    isOwners: true,
    show: ({ allowedOrigins }) => allowedOrigins.join("\n"),
    read: (typed) => ({ allowedOrigins: typed.split(/\s+/).filter(Boolean) }),
  },
];

interface Seen {
  program: Program;
  version: string;
}

/** The program with the version that was read: a change is refused where somebody else has changed it since. */
const readProgram = async (signal: AbortSignal): Promise<Seen> => {
  const { value, headers } = await call("program.get", {}, { signal });
  return { program: value, version: headers.get("ETag") ?? "" };
};

/** Settings beside the dashboard that shows them; what changes is listed before it is saved. */
export function Settings(): ReactElement {
  const seen = useQuery({
    queryKey: ["program with version"],
    queryFn: ({ signal }) => readProgram(signal),
    refetchOnWindowFocus: false,
  });
  return (
    <div className="con-two">
      <Read of={seen} rows={8}>
        {(data) => <SettingsForm now={data} onReload={() => void seen.refetch()} />}
      </Read>
      <Preview version={seen.data?.version ?? ""} />
    </div>
  );
}

function SettingsForm({ now, onReload }: { now: Seen; onReload: () => void }): ReactElement {
  const { canManage, isOwner } = useConsole();
  const toast = useToast();
  const act = useAct();
  // What is typed belongs to what was read when typing began: another version read meanwhile does not change it silently.
  const [base, setBase] = useState(now);
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const isTouched = Object.keys(typed).length > 0;
  if (!isTouched && base !== now) setBase(now);
  const { program } = base;
  const changed = settings.filter(({ name, show }) => typed[name] !== undefined && typed[name] !== show(program));
  const save = (): void =>
    void act
      .run(async () => {
        const body: ProgramPatch = Object.assign(
          {},
          ...changed.map(({ name, read }) => read(typed[name] ?? "", program)),
        );
        await write("program.update", { body }, { "If-Match": base.version });
        toast("Saved");
        setTyped({});
      })
      .then(onReload);
  return (
    <Card title="Settings" actions={<CopyAsFile program={now.program} />}>
      <div className="rf-stack rf-stack-12">
        <fieldset className="rf-stack rf-stack-12" disabled={!canManage}>
          {settings
            .filter(({ isOwners }) => !isOwners || isOwner)
            .map((setting) => (
              <AnswerField
                key={setting.name}
                question={setting}
                value={typed[setting.name] ?? setting.show(program)}
                onChange={(value) => setTyped((before) => ({ ...before, [setting.name]: value }))}
              />
            ))}
        </fieldset>
        {act.problem && (
          <Strip
            action={
              <Button
                mini
                onClick={() => {
                  act.clear();
                  setBase(now);
                  onReload();
                }}
              >
                Show it as it is now
              </Button>
            }
          >
            {act.problem}
          </Strip>
        )}
        {changed.length > 0 && (
          <>
            <dl className="rf-facts" aria-label="What will change">
              {changed.map(({ name, label, show }) => (
                <div key={name}>
                  <dt>{label}</dt>
                  <dd className="rf-break">
                    <del className="rf-muted">{show(program) || "empty"}</del> <ins>{typed[name] || "empty"}</ins>
                  </dd>
                </div>
              ))}
            </dl>
            <div className="rf-row">
              <Button variant="primary" aria-disabled={act.isBusy} onClick={save}>
                {act.isBusy ? "Saving…" : "Save"}
              </Button>
              <Button onClick={() => setTyped({})}>Take back</Button>
            </div>
          </>
        )}
      </div>
    </Card>
  );
}

/** The whole program as the file that `apply` takes. */
function CopyAsFile({ program }: { program: Program }): ReactElement {
  const toast = useToast();
  const act = useAct();
  const copy = (near: Element): void =>
    void act.run(async () => {
      const all = { query: { pageSize: 100 } };
      const [groups, rewards, discounts] = await Promise.all([
        call("groups.list", all),
        call("rewards.list", all),
        call("discounts.list", all),
      ]);
      const { programFile } = await import("./program-file.ts");
      const { copyText } = await import("../../../dashboard/ui/copy-text.ts");
      await copyText(
        programFile(program, { groups: groups.value, rewards: rewards.value, discounts: discounts.value }),
        near,
      );
      toast("Copied. Keep it in your repository; referrals-service apply reads it.");
    });
  return (
    <Button mini icon="copy" aria-disabled={act.isBusy} onClick={({ currentTarget }) => copy(currentTarget)}>
      Copy as file
    </Button>
  );
}

/** The dashboard as a partner of each group sees it, drawn anew after each change. */
function Preview({ version }: { version: string }): ReactElement | null {
  const groups = useRead("groups.list", { query: { pageSize: 100 } });
  const [picked, setPicked] = useState<string>();
  const groupId = picked ?? groups.data?.[0]?.id;
  const partners = useRead(
    "partners.list",
    { query: { status: "approved", pageSize: 1, ...(groupId && { groupId }) } },
    { enabled: groupId !== undefined },
  );
  const [partner] = partners.data ?? [];
  return (
    <Card
      title="As partners see it"
      actions={
        (groups.data?.length ?? 0) > 1 && (
          <Select
            small
            aria-label="Group"
            value={groupId ?? ""}
            options={(groups.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
            onChange={({ currentTarget }) => setPicked(currentTarget.value)}
          />
        )
      }
    >
      {partner ? (
        <SeeDashboard key={`${partner.id} ${version}`} partnerId={partner.id} name={partner.name} />
      ) : (
        <p className="rf-muted">Nobody of this group is active yet.</p>
      )}
    </Card>
  );
}
