import type { EmbedEventQuery, EmbedList, EmbedSettings, EventRow } from "referrals-embed/contract";
import { countOwnEvents, listOwnEvents as listRows, type OwnEventRow } from "../../store/queries/embed/embed-events.ts";
import { bucketsOf } from "../analytics/buckets-of.ts";
import type { Context } from "../context.ts";
import { mustOwn } from "./earnings.ts";
import { listPage } from "./list-page.ts";
import { maskCustomer } from "../rules/mask.ts";
import { openView, type EmbedSession } from "./session.ts";
import { present } from "../../present.ts";
import { spanOf } from "../../store/queries/analytics/analytics-source.ts";

const HOUR = 3_600_000;

/**
 * Clicks, leads and sales of the partner's links, newest first; no address, no user agent.
 * @throws ReferralsError 403, 404 for another's link, 422
 */
export async function listOwnEvents(
  ctx: Context,
  session: EmbedSession,
  query: EmbedEventQuery,
): Promise<EmbedList<EventRow>> {
  const { program, settings } = await openView(ctx, session, { least: "read", section: "events" });
  await mustOwn(ctx, session, { linkId: query.linkId });
  const { edges } = await bucketsOf(ctx, query, { timezone: program.timezone, whole: true });
  const span = spanOf(edges);
  const filter = { enrollmentId: session.enrollmentId, event: query.event, linkId: query.linkId, span };
  const summed = ctx.config.clickCounting === "all" && edges.every((edge) => edge % HOUR === 0);
  const sums = summed
    ? {
        workspaceId: session.workspaceId,
        edges: [span.from.getTime(), span.to.getTime()],
      }
    : null;
  return listPage(ctx, session, {
    query,
    source: {
      name: "events",
      rows: (window) => listRows(ctx.db, filter, window),
      count: () => countOwnEvents(ctx.db, filter, sums),
      positionOf: ({ at, id }) => ({ at, id }),
      show: (row) => toEventRow(row, settings),
    },
  });
}

/** An event as its partner sees it. */
export function toEventRow(row: OwnEventRow, { sections }: Pick<EmbedSettings, "sections">): EventRow {
  return {
    id: row.id,
    event: row.event,
    timestamp: row.at.toISOString(),
    eventName: row.eventName,
    link: { id: row.linkId, shortLink: row.shortLink },
    country: row.country,
    city: row.city,
    device: row.device,
    browser: row.browser,
    os: row.os,
    referer: row.referer,
    trigger: row.trigger ?? "link",
    customer: customerOf(row),
    sale:
      row.amount !== null && sections.revenue
        ? { amount: row.amount, currency: present(row.currency, "currency") }
        : null,
    earnings: sections.earnings ? row.earnings : null,
  };
}

function customerOf(row: OwnEventRow): EventRow["customer"] {
  if (row.customerId === null) return null;
  const { customerId: id, customerEmail: email, customerName: name, customerCountry: country } = row;
  return maskCustomer({ id, email, name, country });
}
