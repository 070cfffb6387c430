import type { CustomerRow } from "../../store/queries/tracking.ts";
import { now, type Context } from "../context.ts";
import type { Attribution } from "./attribute.ts";
import type { CustomerFacts } from "./hold-customer.ts";

/**
 * Writes what an event says of its customer: later non-empty facts win (V4), the country comes from the click, and the first
 * attributed event binds for good (A8).
 */
export async function bindCustomer(
  ctx: Context,
  customer: CustomerRow,
  facts: CustomerFacts,
  attribution: Attribution | null,
): Promise<CustomerRow> {
  const binding = attribution?.link && !customer.link_id ? bindingOf(ctx, attribution) : {};
  const changes = {
    name: facts.customerName || customer.name,
    email: facts.customerEmail || customer.email,
    avatar: facts.customerAvatar || customer.avatar,
    country: customer.country ?? attribution?.click?.country ?? facts.customerCountry ?? null,
    ...binding,
  };
  const differs = Object.entries(changes).some(([key, value]) => customer[key as keyof CustomerRow] !== value);
  if (!differs) return customer;
  return ctx.db
    .updateTable("customers")
    .set(changes)
    .where("id", "=", customer.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

function bindingOf(ctx: Context, { link, enrollment, clickId }: Attribution) {
  return { enrollment_id: enrollment?.id ?? null, link_id: link!.id, click_id: clickId, bound_at: now(ctx) };
}
