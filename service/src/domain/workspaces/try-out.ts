import type { Commission, ProgramTrial } from "referrals-embed/contract";
import type { ClickStore } from "../click-store.ts";
import { listCommissions } from "../commissions/list-commissions.ts";
import { now, type Context } from "../context.ts";
import { approveApplication } from "../enrollments/review-application.ts";
import { createPartner } from "../partners/create-partner.ts";
import { getPartner } from "../partners/get-partner.ts";
import { defaultProgram } from "../programs/default-program.ts";
import { waitingClick } from "../tracking/find-click.ts";
import { trackLead } from "../tracking/track-lead.ts";
import { trackRefund } from "../tracking/track-refund.ts";
import { trackSale } from "../tracking/track-sale.ts";
import { takenBack } from "../transaction.ts";
import { present } from "../../present.ts";
import { findLink } from "../../store/queries/tracking/tracking.ts";
import type { ClickRow } from "../../store/schema/tracking.ts";

/** The results of a click, a sign-up and a purchase. */
export interface TriedOut {
  lead: Commission | undefined;
  sale: Commission | undefined;
  /** The sale's commission once the sale was refunded. */
  refunded: Commission | undefined;
}

/** The amount of the trial's payment, in minor units. */
export const trialAmount = 10_000;

/**
 * Plays a click, a sign-up, a purchase and its refund of a new partner, and takes all of it back.
 * @throws not_found when the workspace has no program, unprocessable_entity or conflict for what the program refuses
 */
export async function tryProgram(ctx: Context): Promise<ProgramTrial> {
  const { currency } = await defaultProgram(ctx);
  const { lead, sale, refunded } = await tryOut(ctx, currency);
  return { amount: trialAmount, currency, lead: earned(lead), sale: earned(sale), left: refunded?.earnings ?? 0 };
}

function earned(commission: Commission | undefined): ProgramTrial["sale"] {
  return commission ? { earnings: commission.earnings, holdReason: commission.holdReason } : null;
}

/** Runs a new partner's click, sign-up, purchase and refund with the API's operations, and rolls everything back. */
export function tryOut(ctx: Context, currency: string): Promise<TriedOut> {
  return takenBack(ctx, (ctx) => play(ctx, currency));
}

async function play(ctx: Context, currency: string): Promise<TriedOut> {
  const name = `doctor-${ctx.ids.random(16)}`;
  const created = await createPartner(ctx, { email: `${name}@referrals.invalid`, name: "Doctor" });
  if (created.status === "pending") await approveApplication(ctx, { partnerId: created.id });
  const partner = await getPartner(ctx, created.id);
  const { id: linkId } = present(partner.links?.[0], "the default link of a new partner");
  const link = present(await findLink(ctx.db, linkId), "the link just made");
  const withClick = { ...ctx, clicks: onlyClick(waitingClick(link, { clickId: name, at: now(ctx), visitor: name })) };
  await trackLead(withClick, { clickId: name, eventName: "Sign up", customerExternalId: name });
  await trackSale(withClick, { customerExternalId: name, amount: trialAmount, currency, invoiceId: name });
  const earned = await listCommissions(ctx, { partnerId: partner.id });
  await trackRefund(withClick, { invoiceId: name });
  const after = await listCommissions(ctx, { partnerId: partner.id });
  return { lead: ofType("lead", earned), sale: ofType("sale", earned), refunded: ofType("sale", after) };
}

function ofType(type: Commission["type"], all: readonly Commission[]): Commission | undefined {
  return all.find((commission) => commission.type === type);
}

/** An answered but unstored click: a stored one would also be in sums and journal. */
function onlyClick(click: ClickRow): ClickStore {
  return {
    find: (id) => (id === click.click_id ? click : undefined),
    read: () => null,
    arrived: () => Promise.resolve(),
    isClicked: (linkId) => linkId === click.link_id,
    record: () => Promise.reject(new Error("A trial records no visit.")),
    loaded: () => Promise.resolve(true),
    loadedFromBefore: () => Promise.resolve(true),
  };
}
