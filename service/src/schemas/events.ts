import { z } from "@hono/zod-openapi";
import { triggers, type EventListQuery, type TrackedEvent } from "referrals-embed/contract";
import { analyticsFilter, periodQuery } from "./analytics.ts";
import { page, queryInt } from "./query.ts";

const order = z.enum(["asc", "desc"]);

/** Query of `GET /events`. */
export const eventListQuery = analyticsFilter.extend(periodQuery.shape).extend({
  event: z.enum(["clicks", "leads", "sales"]).default("clicks"),
  page,
  limit: queryInt({ min: 1, max: 1000 }).default(100),
  sortBy: z.enum(["timestamp"]).optional(),
  sortOrder: order.optional(),
  order: order.optional(),
}) satisfies z.ZodType<EventListQuery>;

const date = z.iso.datetime();
const text = z.string();

const click = z.strictObject({
  id: text,
  timestamp: date,
  url: text,
  country: text,
  city: text,
  region: text,
  continent: text,
  device: text,
  browser: text,
  os: text,
  ua: text.nullable(),
  trigger: z.enum(triggers).nullable(),
  referer: text,
  refererUrl: text,
  qr: z.boolean(),
  ip: text,
});

const customer = z.strictObject({
  id: text,
  name: text.nullable(),
  email: text.nullable(),
  avatar: text.nullable(),
  externalId: text,
  country: text.nullable(),
  sales: z.int().nullable(),
  saleAmount: z.int().nullable(),
  createdAt: date,
  firstSaleAt: date.nullable(),
  subscriptionCanceledAt: date.nullable(),
});

const base = {
  timestamp: date,
  click,
  link: z.looseObject({ id: text }),
  click_id: text,
  link_id: text,
  domain: text,
  key: text,
  url: text,
  continent: text,
  country: text,
  city: text,
  device: text,
  browser: text,
  os: text,
  qr: z.union([z.literal(0), z.literal(1)]),
  ip: text,
};
const named = { eventId: text, eventName: text, metadata: z.record(z.string(), z.unknown()).nullable(), customer };
const sale = z.strictObject({ amount: z.int(), currency: text, invoiceId: text.nullable(), paymentProcessor: text });

/** Answer of `GET /events`. */
export const eventList = z
  .array(
    z.discriminatedUnion("event", [
      z.strictObject({ event: z.literal("click"), ...base }),
      z.strictObject({ event: z.literal("lead"), ...base, ...named }),
      z.strictObject({
        event: z.literal("sale"),
        ...base,
        ...named,
        sale,
        saleAmount: z.int(),
        invoice_id: text,
        payment_processor: text,
      }),
    ]),
  )
  .openapi("Events") as unknown as z.ZodType<TrackedEvent[]>;
