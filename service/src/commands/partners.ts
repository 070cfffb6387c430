import { bannedReasons, rejectionReasons } from "referrals-embed/contract";
import type { Context } from "../domain/context.ts";
import { makeSignInLink } from "../domain/proofs/sign-in-link.ts";
import { changeEmailEverywhere } from "../domain/partners/change-email.ts";
import { emailOf } from "../schemas/text.ts";
import { changeStatuses, type BulkOperation } from "../domain/partners/change-statuses.ts";
import { UsageError, type Given } from "./command.ts";
import { operatorCommand, valueOf, workspaceOption } from "./operator.ts";

const plain = ["approve", "unban", "archive", "unarchive", "deactivate", "reactivate"] as const;

/** `partners <operation> <partner>...`. */
export const partners = operatorCommand(
  {
    does: "change the status of partners, or an address; let one sign in",
    takes: "<operation> <partnerId> ...",
    options: {
      reason: { value: "reason", does: "ban, which needs one, and reject: why" },
      note: { value: "text", does: "reject: a note for the partner" },
      ...workspaceOption,
    },
    more:
      `Operations: ${plain.join(", ")}, reject, ban, delete-invite.\n` +
      "Each partner is judged alone: a line per partner says what became of it, and the command fails if one was refused.\n" +
      "delete-invite removes an invited or declined partner who has not earned anything.\n" +
      "email <partnerId> <address> changes a partner's address in every workspace: it is common to all of them, so none\n" +
      "alone may change it while others have the partner. Make sure that it is the partner's. Embed tokens go on.\n" +
      "link <partnerId> prints a link with which the partner signs in to their dashboard on a page of the service, once:\n" +
      "within a day, or as long as their invitation lasts. Send it to nobody else.",
  },
  async ({ ctx, inWorkspace }, given) => {
    const [name = "", ...ids] = given.args;
    if (name === "email") return changeAddress(ctx, ids);
    if (name === "link") return printLink(await inWorkspace(), ids);
    const outcomes = await changeStatuses(await inWorkspace(), ids, operationOf(name, given));
    const lines = outcomes.map(({ partnerId, status, written, refusal }) => {
      const became = status === "none" ? "removed" : status;
      return `${partnerId}  ${refusal ? `refused: ${refusal}` : `${became}${written ? "" : " already"}`}`;
    });
    return { text: lines.join("\n"), exitCode: outcomes.some(({ refusal }) => refusal !== undefined) ? 1 : 0 };
  },
);

async function changeAddress(ctx: Context, [partnerId = "", address = "", ...others]: string[]): Promise<string> {
  const email = emailOf(address);
  if (email === null || others.length > 0) throw new UsageError("It takes email <partnerId> <address>.");
  await changeEmailEverywhere(ctx, partnerId, email);
  return `The partner ${partnerId} has the address ${email}.`;
}

async function printLink(ctx: Context, [partnerId = "", ...others]: string[]): Promise<string> {
  if (partnerId === "" || others.length > 0) throw new UsageError("It takes link <partnerId>.");
  const { url, expires } = await makeSignInLink(ctx, partnerId);
  return `${url}\nIt works once, until ${expires.toISOString()}. Send it to the partner and to nobody else.`;
}

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
    `There is no operation ${name}. There are: ${[...plain, "reject", "ban", "delete-invite", "email", "link"].join(", ")}.`,
  );
}

function oneOf<T extends string>(reasons: readonly T[], given: string): T {
  const found = reasons.find((reason) => reason === given);
  if (found) return found;
  throw new UsageError(`--reason must be one of ${reasons.join(", ")}.`);
}
