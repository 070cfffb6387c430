import { readNotes, writeNote } from "../../store/queries/tracking/integrations.ts";
import type { IntegrationRow } from "../../store/schema/integrations.ts";
import { now, type Context } from "../context.ts";
import { vouches, type BuyerField } from "../rules/provenance.ts";
import { isSame, strongest, type Claim, type Word } from "../rules/provider-customer.ts";
import type { Buyer } from "../providers/provider-event.ts";
import { providers } from "../providers/providers.ts";
import { findClick } from "../tracking/find-click.ts";

/** What an event tells of a buyer, and when it happened. */
export interface Told {
  buyer: Buyer;
  toldAt: Date;
}

/**
 * What an event says of its buyer. A signed value that came before it ran out is good for the renewals that bring it again. It is one word:
 * what a buyer could write beside it is left out whole, and what the provider or the owner's server wrote keeps its own strength.
 */
export async function wordOf(ctx: Context, row: IntegrationRow, { buyer, toldAt }: Told): Promise<Word> {
  const { customer, guest, vouched, signed, isRecord } = buyer;
  const isTrusted = signed !== undefined && (await isServersWord(ctx, row, buyer));
  const beside = (field: BuyerField): Claim | null => {
    const text = buyer[field];
    return text === null ? null : { text, source: vouched?.[field] ?? providers[row.provider].fields[field] };
  };
  const own = beside("own");
  const isAbout = !(own && vouches(own.source)) || isSame(own, { text: signed?.own ?? "", source: "provider-buyer" });
  const said = (field: BuyerField): Claim | null => {
    const other = beside(field);
    const text = signed?.[field] ?? null;
    const inside: Claim | null = text === null ? null : { text, source: isTrusted ? "server" : "provider-buyer" };
    const kept = signed === undefined || signed.state === "forged" || (other && vouches(other.source)) ? other : null;
    if (isTrusted) return inside ?? (kept && vouches(kept.source) ? kept : null);
    return strongest(isAbout ? inside : null, kept);
  };
  const click = said("click");
  return {
    id: customer ?? guest,
    own: said("own"),
    click: click && (await isClick(ctx, click.text)) ? click : null,
    code: said("code"),
    recordedAt: isRecord ? toldAt : null,
    knowsByEmail: providers[row.provider].knowsByEmail,
  };
}

/** Whether a signed value counts: it came before it ran out, or this customer of the provider's brought it before that. */
async function isServersWord(ctx: Context, row: IntegrationRow, { signed, customer }: Buyer): Promise<boolean> {
  const name = `signed:${signed?.id}:${customer}`;
  if (signed?.state !== "valid") return customer !== null && (await readNotes(ctx.db, row.id, [name])).has(name);
  if (customer !== null) await writeNote(ctx.db, row.id, { name, value: customer, at: now(ctx) });
  return true;
}

async function isClick(ctx: Context, id: string): Promise<boolean> {
  return (await findClick(ctx, id))?.workspace_id === ctx.workspaceId;
}

/** Why something that an event says is the buyer's word alone; empty where nothing is. */
export function weakness({ signed }: Buyer, claims: readonly (Claim | null)[]): string {
  if (!claims.some((claim) => claim && !vouches(claim.source))) return "";
  const why = {
    none: "it is not signed",
    forged: "no key of this workspace that may track has signed it",
    nameless: "what is signed names no customer by an id of 1 to 100 characters",
    expired: "its signature has expired",
    valid: "it is not signed",
  }[signed?.state ?? "none"];
  return ` The buyer could write that: ${why}.`;
}
