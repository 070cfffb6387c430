import { bannedReasons, rejectionReasons } from "referrals-embed/contract";
import { changeStatuses, type BulkOperation } from "../domain/partners/change-statuses.ts";
import { UsageError, type Given } from "./command.ts";
import { operatorCommand, valueOf, workspaceOption } from "./operator.ts";

const plain = ["approve", "unban", "archive", "unarchive", "deactivate", "reactivate"] as const;

/** `partners <operation> <partner>...`. */
export const partners = operatorCommand(
  {
    does: "change the status of up to 100 partners",
    takes: "<operation> <partnerId> ...",
    options: {
      reason: { value: "reason", does: "ban, which needs one, and reject: why" },
      note: { value: "text", does: "reject: a note for the partner" },
      ...workspaceOption,
    },
    more:
      `Operations: ${plain.join(", ")}, reject, ban, delete-invite.\n` +
      "Each partner is judged alone: a line per partner says what became of it, and the command fails if one was refused.\n" +
      "delete-invite removes an invited or declined partner who has not earned anything.",
  },
  async ({ inWorkspace }, given) => {
    const [name = "", ...ids] = given.args;
    const outcomes = await changeStatuses(await inWorkspace(), ids, operationOf(name, given));
    const lines = outcomes.map(({ partnerId, status, written, refusal }) => {
      const became = status === "none" ? "removed" : status;
      return `${partnerId}  ${refusal ? `refused: ${refusal}` : `${became}${written ? "" : " already"}`}`;
    });
    return { text: lines.join("\n"), exitCode: outcomes.some(({ refusal }) => refusal !== undefined) ? 1 : 0 };
  },
);

function operationOf(name: string, given: Given): BulkOperation {
  const known = plain.find((operation) => operation === name);
  if (known) return { name: known };
  if (name === "delete-invite") return { name: "deleteInvite" };
  const reason = valueOf(given, "reason");
  if (name === "ban") return { name, reason: oneOf(bannedReasons, reason ?? "") };
  if (name === "reject") {
    return {
      name,
      reason: reason === undefined ? undefined : oneOf(rejectionReasons, reason),
      note: valueOf(given, "note"),
    };
  }
  throw new UsageError(
    `There is no operation ${name}. There are: ${[...plain, "reject", "ban", "delete-invite"].join(", ")}.`,
  );
}

function oneOf<T extends string>(reasons: readonly T[], given: string): T {
  const found = reasons.find((reason) => reason === given);
  if (found) return found;
  throw new UsageError(`--reason must be one of ${reasons.join(", ")}.`);
}
