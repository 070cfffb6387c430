import { afterAll, beforeAll, expect, it } from "vitest";
import type { Context } from "../../src/domain/context.ts";
import { createDiscountCode } from "../../src/domain/links/discount-codes.ts";
import { erasePartner, erasePartnerEverywhere } from "../../src/domain/partners/erase-partner.ts";
import { setPartnerNote } from "../../src/domain/partners/partner-note.ts";
import { updatePartner } from "../../src/domain/partners/update-partner.ts";
import { setPartnerPayoutMethod } from "../../src/domain/payouts/payout-method.ts";
import { releaseDestination } from "../../src/domain/payouts/release-destination.ts";
import { createTestService, type TestService } from "../harness.ts";

let service: TestService;
beforeAll(async () => void (service = await createTestService()));
afterAll(() => service.close());

/** Does something between the look-up of a call and its transaction. */
function justBefore(ctx: Context, act: () => Promise<void>): Context {
  let isDone = false;
  const transaction: Context["store"]["transaction"] = async (work) => {
    if (!isDone) {
      isDone = true;
      await act();
    }
    return ctx.store.transaction(work);
  };
  return { ...ctx, store: Object.assign(Object.create(ctx.store) as Context["store"], { transaction }) };
}

const marker = "Secret words of somebody who was erased";
/** Whatever writes about a partner that it has looked up before its transaction. */
const writers: Readonly<Record<string, (ctx: Context, id: string) => Promise<unknown>>> = {
  "the record": (ctx, id) => updatePartner(ctx, id, { name: marker, description: marker, networkStatus: "trusted" }),
  "the note": (ctx, id) => setPartnerNote(ctx, id, { note: marker, seen: undefined }),
  "the payout method": (ctx, id) =>
    setPartnerPayoutMethod(ctx, id, { method: "paypal", paypalEmail: "erased@secret.test" }),
  "the release of a destination": (ctx, id) => releaseDestination(ctx, { partnerId: id }, { reason: marker }),
  "a discount code": (ctx, id) => createDiscountCode(ctx, { partnerId: id, code: "SECRET" }),
};

const erasures: Readonly<Record<string, (id: string) => Promise<void>>> = {
  here: (id) => erasePartner(service.ctx(), { partnerId: id }),
  everywhere: (id) => erasePartnerEverywhere(service.ctx(""), id),
};

it.each(Object.keys(writers).flatMap((what) => Object.keys(erasures).map((where) => [what, where] as const)))(
  "%s is not written of a partner who is erased %s between look-up and lock (Y6)",
  async (what, where) => {
    const { id } = await service.createPartner({ email: `${what}-${where}@secret.test`.replaceAll(" ", "-") });
    await service.request("POST", "/partners/deactivate", { body: { partnerId: id } });
    const ctx = justBefore(service.ctx(), () => erasures[where]!(id));
    await expect(writers[what]!(ctx, id)).rejects.toThrow(/is enrolled in this program|is given no code/);
    const { rows } = await service.store.pool.query("select * from partner_profiles where partner_id = $1", [id]);
    expect(JSON.stringify(rows).toLowerCase()).not.toMatch(/secret/);
    const audited = await service.store.pool.query("select * from audit_rows where entity_id = $1", [id]);
    expect(JSON.stringify(audited.rows)).not.toContain(marker);
  },
);
