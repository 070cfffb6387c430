import type { EmbedSection, ExportQuery } from "referrals-embed/contract";
import type { ExportSection } from "referrals-embed/rules";
import { findOwnEnrollment, listDecisions } from "../../store/queries/embed/embed-decisions.ts";
import { listEarnings, listPayouts } from "../../store/queries/embed/embed-earnings.ts";
import { listOwnEvents } from "../../store/queries/embed/embed-events.ts";
import { listEarningLinks } from "../../store/queries/embed/embed-links.ts";
import { findOwnProfile } from "../../store/queries/embed/embed-profile.ts";
import { listSubmissions } from "../../store/queries/partners/referral-submissions.ts";
import type { Context } from "../context.ts";
import type { ListPosition } from "./cursor.ts";
import { toEarning, toPayoutRow } from "./earning-record.ts";
import { toDecision, toOwnEnrollment } from "./export-records.ts";
import { toListedLink } from "./embed-link.ts";
import type { PageWindow } from "./list-page.ts";
import { toEventRow } from "./own-events.ts";
import { toProfile } from "./own-profile.ts";
import { toReferral } from "./own-referrals.ts";
import { openView, requireSection, type EmbedSession, type EmbedView } from "./session.ts";
import { present } from "../../present.ts";

/** A part of the whole export. */
export type ExportPart = ExportSection | "enrollment" | "decisions";

/** Parts in the order of the file, and the sections that show them. */
const parts: Record<ExportPart, EmbedSection> = {
  profile: "profile",
  enrollment: "profile",
  links: "links",
  earnings: "earnings",
  decisions: "earnings",
  payouts: "payouts",
  events: "events",
  referrals: "referrals",
};

/** The rows of an export, part by part, read a batch at a time as they are asked for. */
export interface ExportRows {
  parts: ExportPart[];
  rows: (part: ExportPart) => AsyncGenerator<object>;
}

/**
 * The parts a partner may export: all that the program shows, or one of them.
 * @throws ReferralsError 403 where the status or the program allows none
 */
export async function exportRows(
  ctx: Context,
  session: EmbedSession,
  section: NonNullable<ExportQuery["section"]>,
): Promise<ExportRows> {
  const view = await openView(ctx, session, { least: "read", section: "export" });
  const { settings } = view;
  if (section !== "all") requireSection(settings, parts[section]);
  const names = Object.keys(parts) as ExportPart[];
  const shown = names.filter((name) => settings.sections[parts[name]] && (section === "all" || name === section));
  return { parts: shown, rows: (part) => rowsOf(ctx, session, { view, part }) };
}

const batchSize = 500;

async function* rowsOf(
  ctx: Context,
  session: EmbedSession,
  { view: { settings }, part }: { view: EmbedView; part: ExportPart },
): AsyncGenerator<object> {
  const { enrollmentId } = session;
  const { db } = ctx;
  switch (part) {
    case "profile":
      yield toProfile(await findOwnProfile(db, session.workspaceId, session.partnerId));
      return;
    case "enrollment":
      yield toOwnEnrollment(await findOwnEnrollment(db, enrollmentId));
      return;
    case "decisions":
      yield* all(
        (window) => listDecisions(db, enrollmentId, window),
        (row) => row,
        (row) => toDecision(row, settings),
      );
      return;
    case "links":
      yield* all(
        (window) => listEarningLinks(db, { enrollmentId }, window),
        createdAt,
        (row) => toListedLink(row, settings, ctx.config),
      );
      return;
    case "earnings":
      yield* all(
        (window) => listEarnings(db, { enrollmentId }, window),
        camelCreatedAt,
        (row) => toEarning(row, settings),
      );
      return;
    case "payouts":
      yield* all((window) => listPayouts(db, { enrollmentId }, window), camelCreatedAt, toPayoutRow);
      return;
    case "events": {
      const span = { from: new Date(0), to: new Date(ctx.clock.now() + 1) };
      yield* all(
        (window) => listOwnEvents(db, { enrollmentId, span }, window),
        (row) => row,
        (row) => toEventRow(row, settings),
      );
      return;
    }
    case "referrals":
      yield* all((window) => listSubmissions(db, enrollmentId, window), createdAt, toReferral);
  }
}

const createdAt = (row: { id: string; created_at: Date }): ListPosition => ({ id: row.id, at: row.created_at });
const camelCreatedAt = (row: { id: string; createdAt: Date }): ListPosition => ({ id: row.id, at: row.createdAt });

async function* all<Row>(
  read: (window: PageWindow) => Promise<Row[]>,
  positionOf: (row: Row) => ListPosition,
  show: (row: Row) => object,
): AsyncGenerator<object> {
  let after: ListPosition | undefined;
  for (;;) {
    const rows = await read({ after, limit: batchSize });
    for (const row of rows) yield show(row);
    if (rows.length < batchSize) return;
    after = positionOf(present(rows.at(-1), "the last row"));
  }
}
