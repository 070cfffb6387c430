import { bannedReasons, payoutMethods, rejectionReasons, type PayoutMethod } from "referrals-embed/contract";
import type { Context } from "../domain/context.ts";
import { makeSignInLink } from "../domain/proofs/sign-in-link.ts";
import { changeEmailEverywhere } from "../domain/partners/change-email.ts";
import { partnerPayoutMethod, setPartnerPayoutMethod } from "../domain/payouts/payout-method.ts";
import { validate } from "../middleware/validate.ts";
import { partnerPayoutMethodInput } from "../schemas/payouts.ts";
import { emailOf } from "../schemas/text.ts";
import { changeStatuses, type BulkOperation } from "../domain/partners/change-statuses.ts";
import { UsageError, type Given } from "./command.ts";
import { operatorCommand, valueOf, workspaceOption } from "./operator.ts";

const plain = ["approve", "unban", "archive", "unarchive", "deactivate", "reactivate"] as const;

/** `partners <operation> <partner>...`. */
export const partners = operatorCommand(
  {
    does: "status, address, payout method and sign-in link of partners",
    takes: "<operation> <partnerId> ...",
    options: {
      reason: { value: "reason", does: "ban, which needs one, and reject: why" },
      note: { value: "text", does: "reject: a note for the partner" },
      holder: { value: "name", does: "payout-method bank: whose account it is" },
      country: { value: "code", does: "payout-method bank: its country; default the first two letters of the IBAN" },
      routing: { value: "number", does: "payout-method bank: its bank, where the account has no IBAN" },
      ...workspaceOption,
    },
    more:
      `Operations: ${plain.join(", ")}, reject, ban, delete-invite.\n` +
      "Each partner is judged alone: a line per partner says what became of it, and the command fails if one was refused.\n" +
      "delete-invite removes an invited or declined partner who has not earned anything.\n" +
      "email <partnerId> <address> changes a partner's address in every workspace: it is common to all of them, so none\n" +
      "alone may change it while others have the partner. Make sure that it is the partner's. Embed tokens go on.\n" +
      "link <partnerId> prints a link with which the partner signs in to their dashboard on a page of the service, once:\n" +
      "within a day, or as long as their invitation lasts. Send it to nobody else.\n" +
      `payout-method <partnerId> [method] [destination] sets how a partner is paid, at once; without a method it shows it. Methods: ${payoutMethods.join(", ")}. The\n` +
      "destination of paypal and tremendous is an e-mail address, of stablecoin a wallet, of bank an IBAN or an account number; manual has none.",
  },
  async ({ ctx, inWorkspace }, given) => {
    const [name = "", ...ids] = given.args;
    if (name === "email") return changeAddress(ctx, ids);
    if (name === "link") return printLink(await inWorkspace(), ids);
    if (name === "payout-method") return payoutMethod(await inWorkspace(), given);
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

async function payoutMethod(ctx: Context, given: Given): Promise<string> {
  const [, partnerId = "", method, destination, ...others] = given.args;
  if (partnerId === "" || others.length > 0)
    throw new UsageError("It takes payout-method <partnerId> [method] [destination].");
  if (method === undefined) return paidBy(partnerId, await partnerPayoutMethod(ctx, partnerId));
  const input = validate(partnerPayoutMethodInput, { method, ...destinationOf(method, destination, given) });
  return paidBy(partnerId, await setPartnerPayoutMethod(ctx, partnerId, input));
}

function destinationOf(method: string, destination: string | undefined, given: Given): object {
  if (destination === undefined && method !== "manual" && payoutMethods.some((known) => known === method))
    throw new UsageError(`Where to? It takes payout-method <partnerId> ${method} <destination>.`);
  switch (method) {
    case "paypal":
    case "tremendous":
      return { paypalEmail: destination };
    case "stablecoin":
      return { walletAddress: destination };
    case "connect":
      return { stripeConnectId: destination };
    case "bank":
      return { bank: accountOf(destination, given) };
    default:
      return {};
  }
}

function accountOf(account: string | undefined, given: Given): object {
  const routingNumber = valueOf(given, "routing");
  return {
    holder: valueOf(given, "holder"),
    country: valueOf(given, "country") ?? (routingNumber === undefined ? account?.slice(0, 2) : undefined),
    ...(routingNumber === undefined ? { iban: account } : { accountNumber: account, routingNumber }),
  };
}

function paidBy(partnerId: string, { method, destination, effectiveAt }: PayoutMethod): string {
  if (method === null) return `The partner ${partnerId} has no payout method.`;
  const where = destination === null ? "" : ` to ${destination}`;
  const since = effectiveAt === null ? "" : `, since ${effectiveAt}`;
  return `The partner ${partnerId} is paid by ${method}${where}${since}.`;
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
    `There is no operation ${name}. There are: ${[...plain, "reject", "ban", "delete-invite", "email", "link", "payout-method"].join(", ")}.`,
  );
}

function oneOf<T extends string>(reasons: readonly T[], given: string): T {
  const found = reasons.find((reason) => reason === given);
  if (found) return found;
  throw new UsageError(`--reason must be one of ${reasons.join(", ")}.`);
}
