import { useState, type ReactElement } from "react";
import type { Program } from "../../../contract/records.ts";
import { Button } from "../../../dashboard/ui/Button.tsx";
import { Card } from "../../../dashboard/ui/Card.tsx";
import { Select } from "../../../dashboard/ui/Select.tsx";
import { useToast } from "../../../dashboard/ui/toast-context.ts";
import { allOf } from "../../call.ts";
import { useAct, useRead, useReadAll } from "../../data.ts";
import { minorOf, typedAmount, wholeNumber } from "../../parts/amounts.ts";
import { Read } from "../../parts/Page.tsx";
import { SeeDashboard } from "../partners/SeeDashboard.tsx";
import { FaqEditor, faqText, faqToSave, readFaq } from "./FaqEditor.tsx";
import { PayoutMethods, readMethods } from "./PayoutMethods.tsx";
import { choices, orNull, ProgramForm, useProgram, type Setting } from "./ProgramForm.tsx";

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
    read: (typed) => ({ payoutDay: wholeNumber(typed) }),
  },
  {
    name: "payoutMethods",
    label: "How partners are paid",
    Editor: PayoutMethods,
    tell: (value, words) =>
      readMethods(value)
        .map((name) => words.method[name])
        .join(", "),
    show: ({ payoutMethods }) => payoutMethods.join(" "),
    read: (typed) => ({ payoutMethods: readMethods(typed) }),
  },
  {
    name: "termsUrl",
    label: "Terms of the program, as an address",
    kind: "url",
    hint: "Who joins has to accept them.",
    show: ({ embed }) => embed.termsUrl ?? "",
    read: (typed, { embed }) => ({ embed: { ...embed, termsUrl: orNull(typed) } }),
  },
  {
    name: "supportEmail",
    label: "Where partners write to",
    kind: "email",
    show: ({ embed }) => embed.supportEmail ?? "",
    read: (typed, { embed }) => ({ embed: { ...embed, supportEmail: orNull(typed) } }),
  },
  {
    name: "faq",
    label: "Questions and answers",
    Editor: FaqEditor,
    tell: (value, _, other) =>
      readFaq(value)
        .filter((entry) => !readFaq(other).some((same) => JSON.stringify(same) === JSON.stringify(entry)))
        .map(({ question, answer }) => `${question}\n${answer}`)
        .join("\n\n"),
    show: ({ embed }) => faqText(embed.faq ?? []),
    read: (typed, { embed }) => ({ embed: { ...embed, faq: faqToSave(typed) } }),
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

/** Settings beside the dashboard that shows them. */
export function Settings(): ReactElement {
  const seen = useProgram();
  return (
    <div className="con-two">
      <Read of={seen} rows={8}>
        {(now) => (
          <ProgramForm
            title="Settings"
            settings={settings}
            actions={<CopyAsFile program={now.value} />}
            now={now}
            onReload={() => void seen.refetch()}
          />
        )}
      </Read>
      <Preview version={seen.data?.version ?? ""} />
    </div>
  );
}

/** The whole program as the file that `apply` takes. */
function CopyAsFile({ program }: { program: Program }): ReactElement {
  const toast = useToast();
  const act = useAct();
  const copy = (near: Element): void =>
    void act.run(async () => {
      const [groups, rewards, discounts] = await Promise.all([
        allOf("groups.list", {}),
        allOf("rewards.list", {}),
        allOf("discounts.list", {}),
      ]);
      const { programFile } = await import("./program-file.ts");
      const { copyText } = await import("../../../dashboard/ui/copy-text.ts");
      await copyText(programFile(program, { groups, rewards, discounts }), near);
      toast("Copied. Keep it in your repository; referrals-service apply reads it.");
    });
  return (
    <Button mini icon="copy" aria-disabled={act.isBusy} onClick={({ currentTarget }) => copy(currentTarget)}>
      Copy as file
    </Button>
  );
}

const shown = { referrals: "Dashboard", card: "Card with the link" } as const;

/** The dashboard, or its card, as a partner of each group sees it, drawn anew after each change. */
function Preview({ version }: { version: string }): ReactElement | null {
  const groups = useReadAll("groups.list");
  const [picked, setPicked] = useState<string>();
  const [data, setData] = useState<keyof typeof shown>("referrals");
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
        <>
          <Select
            small
            aria-label="What is shown"
            value={data}
            options={choices(shown)}
            onChange={({ currentTarget }) => setData(currentTarget.value as typeof data)}
          />
          {(groups.data?.length ?? 0) > 1 && (
            <Select
              small
              aria-label="Group"
              value={groupId ?? ""}
              options={(groups.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
              onChange={({ currentTarget }) => setPicked(currentTarget.value)}
            />
          )}
        </>
      }
    >
      {partner ? (
        <SeeDashboard key={`${partner.id} ${version}`} partnerId={partner.id} name={partner.name} data={data} />
      ) : (
        <p className="rf-muted">Nobody of this group is active yet. Their dashboard stands here once somebody is.</p>
      )}
    </Card>
  );
}
