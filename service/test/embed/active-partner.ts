import type { Partner } from "referrals-embed/contract";
import type { TestService } from "../harness.ts";
import { storeClick } from "../tracking/stored-click.ts";

/** The submission form of `activePartner`. */
export const referralForm = {
  fields: [
    { key: "email", label: "Email", type: "text", required: true, locked: false, position: 0 },
    { key: "note", label: "Note", type: "textarea", required: false, locked: false, position: 1 },
    { key: "country", label: "Country", type: "country", required: true, locked: false, position: 2 },
    { key: "source", label: "Source", type: "text", required: true, locked: true, position: 3 },
  ],
};

let count = 0;

/** A partner whose default link has a click, a lead and two sales, and a token with every scope. */
export async function activePartner(
  service: TestService,
  input: Record<string, unknown> = {},
): Promise<{ partner: Partner; token: string; linkId: string; clickId: string }> {
  await service.store.db
    .updateTable("groups")
    .set({ referral_form: JSON.stringify(referralForm) })
    .execute();
  const partner = await service.createPartner(input);
  const linkId = partner.links![0]!.id;
  const clickId = await storeClick(service, linkId);
  const customerExternalId = `customer-${(count += 1)}`;
  for (const amount of [4900, 9900]) {
    await service.request("POST", "/track/sale", {
      body: { clickId, customerExternalId, customerEmail: `${customerExternalId}@shop.test`, amount },
    });
  }
  return { partner, token: await service.embedToken(partner.id), linkId, clickId };
}
