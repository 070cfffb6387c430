import { z } from "@hono/zod-openapi";
import { type TrackedEvent } from "referrals-embed/contract";
import { analyticsFilter, periodQuery } from "./analytics.ts";
import { link } from "./link.ts";
import { paging, queryInt } from "./query.ts";
import { trigger } from "./values.ts";

const order = z.enum(["asc", "desc"]);

export const eventListQuery = analyticsFilter
  .extend(periodQuery.shape)
  .extend({
    event: z.enum(["clicks", "leads", "sales"]).default("clicks").describe("Which events to list."),
    page: paging().page,
    limit: queryInt(100, { min: 1, max: 1000 }).describe("Events per page."),
    sortBy: z.enum(["timestamp"]).optional().describe("Events are sorted by their time."),
    sortOrder: order.optional().describe("Direction of the sort. Default `desc`."),
    order: order.optional().describe("Another name of `sortOrder`."),
  })
  .describe("Query of `GET /events`.");

const date = z.iso.datetime();
const text = z.string();

export const eventClick = z
  .strictObject({
    id: text.meta({ description: "Id of the click.", examples: ["6Jum5d0SkkE00mIs"] }),
    timestamp: date.describe("When it happened."),
    url: text.describe("Where it led."),
    country: text.describe("ISO 3166-1 alpha-2 code, or `Unknown`."),
    city: text.describe("City, or `Unknown`."),
    region: text.describe("ISO 3166-2 code, or `Unknown`."),
    continent: text.describe("Two letters, or `Unknown`."),
    device: text.describe("Kind of device, or `Unknown`."),
    browser: text.describe("Browser, or `Unknown`."),
    os: text.describe("Operating system, or `Unknown`."),
    ua: text.nullable().describe("The browser's user agent."),
    trigger: trigger.nullable().describe("What produced the click."),
    referer: text.describe("Host the visitor came from; `(direct)` = none."),
    refererUrl: text.describe("Page the visitor came from; `(direct)` = none."),
    qr: z.boolean().describe("Whether a QR code was scanned."),
    ip: text.describe("Always empty: addresses are not stored."),
  })
  .describe("The click of an event. `ip` is always empty: addresses are not stored.");

export const eventCustomer = z
  .strictObject({
    id: text.describe("Id of the customer, `cus_…`."),
    name: text.nullable().meta({ description: "Name.", examples: ["Grace Lindqvist"] }),
    email: text.nullable().meta({ description: "Address.", examples: ["grace@lindqvist.example"] }),
    avatar: text.nullable().describe("URL of the picture."),
    externalId: text.describe("The customer's id in your own database."),
    country: text.nullable().describe("Country of the customer's click."),
    sales: z.int().nullable().describe("Sales so far."),
    saleAmount: z.int().nullable().describe("Revenue so far, in minor units of the program's currency."),
    createdAt: date.describe("When the customer was first seen."),
    firstSaleAt: date.nullable().describe("When the customer first paid."),
    subscriptionCanceledAt: date.nullable().describe("When the subscription was canceled."),
  })
  .describe("The customer of a lead or sale event.");

const base = {
  timestamp: date.describe("When it happened."),
  click: eventClick.describe("The click that led to it."),
  link: link.describe("The full record of the link."),
  click_id: text.meta({ description: "Id of the click. Deprecated: `click` has it.", deprecated: true }),
  link_id: text.meta({ description: "Id of the link. Deprecated: `link` has it.", deprecated: true }),
  domain: text.meta({ description: "Host of the short link. Deprecated: `link` has it.", deprecated: true }),
  key: text.meta({ description: "Key of the short link. Deprecated: `link` has it.", deprecated: true }),
  url: text.meta({ description: "Where the click led. Deprecated: `click` has it.", deprecated: true }),
  continent: text.meta({ description: "Continent of the click. Deprecated: `click` has it.", deprecated: true }),
  country: text.meta({ description: "Country of the click. Deprecated: `click` has it.", deprecated: true }),
  city: text.meta({ description: "City of the click. Deprecated: `click` has it.", deprecated: true }),
  device: text.meta({ description: "Device of the click. Deprecated: `click` has it.", deprecated: true }),
  browser: text.meta({ description: "Browser of the click. Deprecated: `click` has it.", deprecated: true }),
  os: text.meta({ description: "Operating system of the click. Deprecated: `click` has it.", deprecated: true }),
  qr: z
    .union([z.literal(0), z.literal(1)])
    .meta({ description: "1 when a QR code was scanned. Deprecated: `click` has it.", deprecated: true }),
  ip: text.meta({ description: "Always empty. Deprecated: `click` has it.", deprecated: true }),
};
const named = {
  eventId: text.describe("Id of the event, `evt_…`."),
  eventName: text.describe("What the customer did."),
  metadata: z.record(z.string(), z.unknown()).nullable().describe("What was sent along."),
  customer: eventCustomer.describe("Who did it."),
};
const sale = z.strictObject({
  amount: z.int().describe("Value in minor units of `currency`."),
  currency: text.describe("ISO 4217 code."),
  invoiceId: text.nullable().describe("Id of the invoice."),
  paymentProcessor: text.describe("Who took the payment."),
});

export const clickEvent = z
  .strictObject({ event: z.literal("click").describe("Kind of event."), ...base })
  .describe("A click, as `GET /events` lists it.");

export const leadEvent = z
  .strictObject({ event: z.literal("lead").describe("Kind of event."), ...base, ...named })
  .describe("A lead, as `GET /events` lists it.");

export const saleEvent = z
  .strictObject({
    event: z.literal("sale").describe("Kind of event."),
    ...base,
    ...named,
    sale: sale.describe("The sale."),
    saleAmount: z.int().meta({ description: "Value in minor units. Deprecated: `sale` has it.", deprecated: true }),
    invoice_id: text.meta({
      description: "Id of the invoice, empty when there is none. Deprecated: `sale` has it.",
      deprecated: true,
    }),
    payment_processor: text.meta({
      description: "Who took the payment. Deprecated: `sale` has it.",
      deprecated: true,
    }),
  })
  .describe("A sale, as `GET /events` lists it.");

export const eventList = z
  .array(z.discriminatedUnion("event", [clickEvent, leadEvent, saleEvent]))
  .describe("A row of `GET /events`.")
  .openapi("Events") as unknown as z.ZodType<TrackedEvent[]>;
