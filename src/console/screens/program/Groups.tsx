import { useState, type ReactElement } from "react";
import type { Discount, Group, GroupPatch } from "../../../contract/records.ts";
import { Button } from "../../../dashboard/ui/Button.tsx";
import { Card } from "../../../dashboard/ui/Card.tsx";
import { CopyButton } from "../../../dashboard/ui/CopyButton.tsx";
import { useToast } from "../../../dashboard/ui/toast-context.ts";
import { allOf, write } from "../../call.ts";
import { useConsole } from "../../context.ts";
import { useReadAll } from "../../data.ts";
import { joinAddress } from "../../given.ts";
import { Ask } from "../../parts/Ask.tsx";
import { Read } from "../../parts/Page.tsx";
import { useTermsText } from "../../parts/terms.ts";
import { expectUnchanged } from "../../unchanged.ts";
import { FormEditor } from "./FormEditor.tsx";
import { formText, formToSave } from "./form-fields.ts";
import { choices } from "./ProgramForm.tsx";

const approvals = { default: "As the program says", yes: "Are active at once", no: "Wait for your answer" };
const approvalOf = ({ autoApprove }: Group): keyof typeof approvals =>
  autoApprove === null ? "default" : autoApprove ? "yes" : "no";
const watched = ["joinPage", "autoApprove", "discountId"] as const;

const checkUnchanged = async (group: Group): Promise<void> =>
  expectUnchanged(group, await allOf("groups.list", {}), { fields: [...watched, "referralFormData"], called: "group" });

/** Groups of partners: whether they have a join page, who waits, and what their friends save. */
export function Groups(): ReactElement {
  const { canManage, given } = useConsole();
  const groups = useReadAll("groups.list");
  const discounts = useReadAll("discounts.list");
  const textOf = useTermsText();
  const [open, setOpen] = useState<{ group: Group; what: "group" | "leads" }>();
  const close = (): void => setOpen(undefined);
  return (
    <Card title="Groups" flush>
      <Read of={groups} empty="No groups.">
        {(rows) => (
          <ul className="con-list">
            {rows.map((group) => {
              const discount = discounts.data?.find(({ id }) => id === group.discountId);
              return (
                <li key={group.id} className="con-item">
                  <span>
                    {group.name}{" "}
                    <span className="rf-muted rf-small">
                      {[
                        !group.joinPage && "no join page of its own",
                        discount && `friends save ${textOf(discount)}`,
                        group.referralFormData ? "partners send leads" : "partners send no leads",
                      ]
                        .filter(Boolean)
                        .join(", ")}
                    </span>
                    {group.joinPage && <span className="rf-small rf-break con-below">{joinAddress(given, group)}</span>}
                  </span>
                  <span className="rf-row">
                    {group.joinPage && (
                      <CopyButton
                        mini
                        text={joinAddress(given, group)}
                        label="Copy"
                        aria-label={`Copy the join page of ${group.name}`}
                      />
                    )}
                    {canManage && (
                      <>
                        <Button
                          mini
                          aria-label={`Lead form of ${group.name}`}
                          onClick={() => setOpen({ group, what: "leads" })}
                        >
                          Lead form
                        </Button>
                        <Button
                          mini
                          aria-label={`Change ${group.name}`}
                          onClick={() => setOpen({ group, what: "group" })}
                        >
                          Change
                        </Button>
                      </>
                    )}
                  </span>
                </li>
              );
            })}
          </ul>
        )}
      </Read>
      {open?.what === "group" && <ChangeGroup group={open.group} discounts={discounts.data ?? []} onClose={close} />}
      {open?.what === "leads" && <LeadForm group={open.group} onClose={close} />}
    </Card>
  );
}

interface ChangeGroupProps {
  group: Group;
  discounts: readonly Discount[];
  onClose: () => void;
}

function ChangeGroup({ group, discounts, onClose }: ChangeGroupProps): ReactElement {
  const { format } = useConsole();
  const toast = useToast();
  const textOf = useTermsText();
  return (
    <Ask
      title={group.name}
      button={format.t("form.save")}
      questions={[
        {
          name: "joinPage",
          label: "Join page of its own",
          kind: choices({ yes: "Yes", no: "No" }),
          value: group.joinPage ? "yes" : "no",
        },
        { name: "autoApprove", label: "Who applies", kind: choices(approvals), value: approvalOf(group) },
        {
          name: "discountId",
          label: "What friends save",
          kind: discounts.map((discount) => ({ value: discount.id, label: textOf(discount) })),
          prompt: "Nothing",
          value: group.discountId ?? "",
        },
      ]}
      onAnswer={async ({ joinPage, autoApprove, discountId }) => {
        const typed = {
          joinPage: joinPage === "yes",
          autoApprove: autoApprove === "default" ? null : autoApprove === "yes",
          discountId: discountId || null,
        };
        await checkUnchanged(group);
        const body: GroupPatch = Object.fromEntries(
          watched.filter((field) => typed[field] !== group[field]).map((field) => [field, typed[field]]),
        );
        if (Object.keys(body).length > 0) await write("groups.update", { params: { id: group.id }, body });
        toast(format.t("settings.saved"));
      }}
      onClose={onClose}
    />
  );
}

/** The form by which partners of a group send leads, in their dashboard. */
function LeadForm({ group, onClose }: { group: Group; onClose: () => void }): ReactElement {
  const { format } = useConsole();
  const toast = useToast();
  const [value, setValue] = useState(() => formText(group.referralFormData?.fields));
  return (
    <Ask
      title={`Leads of ${group.name}`}
      button={format.t("form.save")}
      onAnswer={async () => {
        const referralFormData = formToSave(value);
        await checkUnchanged(group);
        await write("groups.update", { params: { id: group.id }, body: { referralFormData } });
        toast(format.t("settings.saved"));
      }}
      onClose={onClose}
    >
      <FormEditor
        value={value}
        onChange={setValue}
        title="What partners tell of a lead"
        empty="Nothing: partners of this group send no leads. With a question their dashboard has a form."
      />
    </Ask>
  );
}
