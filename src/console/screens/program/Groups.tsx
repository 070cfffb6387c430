import { useState, type ReactElement } from "react";
import type { Discount, Group, GroupPatch } from "../../../contract/records.ts";
import { Button } from "../../../dashboard/ui/Button.tsx";
import { Card } from "../../../dashboard/ui/Card.tsx";
import { CopyButton } from "../../../dashboard/ui/CopyButton.tsx";
import { useToast } from "../../../dashboard/ui/toast-context.ts";
import { call, write } from "../../call.ts";
import { useConsole } from "../../context.ts";
import { useRead } from "../../data.ts";
import { joinAddress } from "../../given.ts";
import { Ask } from "../../parts/Ask.tsx";
import { Read } from "../../parts/Page.tsx";
import { useTermsText } from "../../parts/terms.ts";
import { choices } from "./ProgramForm.tsx";

const approvals = { default: "As the program says", yes: "Are active at once", no: "Wait for your answer" };
const approvalOf = ({ autoApprove }: Group): keyof typeof approvals =>
  autoApprove === null ? "default" : autoApprove ? "yes" : "no";
const watched = ["joinPage", "autoApprove", "discountId"] as const;

/** Groups of partners: whether they have a join page, who waits, and what their friends save. */
export function Groups(): ReactElement {
  const { canManage, given } = useConsole();
  const groups = useRead("groups.list", { query: { pageSize: 100 } });
  const discounts = useRead("discounts.list", { query: { pageSize: 100 } });
  const textOf = useTermsText();
  const [open, setOpen] = useState<Group>();
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
                      {[!group.joinPage && "no join page of its own", discount && `friends save ${textOf(discount)}`]
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
                      <Button mini aria-label={`Change ${group.name}`} onClick={() => setOpen(group)}>
                        Change
                      </Button>
                    )}
                  </span>
                </li>
              );
            })}
          </ul>
        )}
      </Read>
      {open && <ChangeGroup group={open} discounts={discounts.data ?? []} onClose={() => setOpen(undefined)} />}
    </Card>
  );
}

interface ChangeGroupProps {
  group: Group;
  discounts: readonly Discount[];
  onClose: () => void;
}

function ChangeGroup({ group, discounts, onClose }: ChangeGroupProps): ReactElement {
  const toast = useToast();
  const textOf = useTermsText();
  return (
    <Ask
      title={group.name}
      button="Save"
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
        // Looked at again: what somebody else has changed meanwhile is not undone by what was on screen.
        const { value } = await call("groups.list", { query: { pageSize: 100 } });
        const now = value.find(({ id }) => id === group.id);
        if (!now || watched.some((field) => now[field] !== group[field]))
          throw new Error("Somebody else has changed this group. Close this and look again.");
        const body: GroupPatch = Object.fromEntries(
          watched.filter((field) => typed[field] !== group[field]).map((field) => [field, typed[field]]),
        );
        if (Object.keys(body).length > 0) await write("groups.update", { params: { id: group.id }, body });
        toast("Saved");
      }}
      onClose={onClose}
    />
  );
}
