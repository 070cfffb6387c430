import { sql } from "kysely";
import type { Ids } from "../../domain/ids.ts";
import { noFacets } from "../../domain/tracking/count-event.ts";
import { present } from "../../present.ts";
import { hoursOfClicks } from "../../store/queries/sums/address-days.ts";
import { findAwaited, takeAwaited } from "../../store/queries/tracking/awaited-counts.ts";
import { addToRollUps, type FacetDelta, type LinkDelta, type TouchedHour } from "../../store/queries/sums/roll-ups.ts";
import type { Tx } from "../../store/schema.ts";
import { facetsOf, type ClickFacets } from "./click-facets.ts";
import type { ClickRecord } from "./click-record.ts";
import { CLOCKS_DIFFER_MS } from "./click-windows.ts";

/** A click ready for its table. */
export interface StoredClick {
  id: string;
  record: ClickRecord;
  unique: boolean;
  target: ClickTarget;
  visitorGroup: ClickVisitor;
}

/** The target of a batch's clicks: computed, sent and summed once for all of them. */
interface ClickTarget {
  /** Its number in the batch. */
  number: number;
  record: ClickRecord;
}

/** Facets of visitors in a batch, shared by all clicks with equal ones. */
interface ClickVisitor {
  number: number;
  record: ClickRecord;
  facets: ClickFacets;
}

/** Dependencies of storing clicks. */
export interface ClickStorage {
  ids: Ids;
  now: () => number;
  /** `unique`: repeats within the hour are stored but counted nowhere. */
  counting: "all" | "unique";
  /** Writes the outbox rows of counted clicks, in the same transaction. */
  announce: (trx: Tx, clicks: readonly StoredClick[]) => Promise<void>;
}

/**
 * Moves clicks from the journal into their tables: events, counters of link and enrollment, the hour's sums, the day's click
 * rewards and webhooks, all in the transaction given. Clicks of a link deleted meanwhile are dropped.
 */
export async function storeClicks(storage: ClickStorage, trx: Tx, records: readonly ClickRecord[]): Promise<void> {
  const links = await lockLinks(trx, records);
  const present = records.filter((record) => links.has(record.linkId));
  if (present.length === 0) return;
  const refused = await openWindows(trx, present, storage.now());
  const clicks = readyClicks(storage.ids, present, refused);
  await insertEvents(trx, clicks);
  const counted = storage.counting === "unique" ? clicks.filter((click) => click.unique) : clicks;
  const touched = [...uncountedHours(clicks, counted), ...(await hoursOfLate(storage, trx, present))];
  const sums = sumByTarget(counted);
  if (counted.length > 0) {
    await addToLinks(trx, sums);
    await addToEnrollments(trx, sums);
    await addToRewardDays(trx, counted);
  }
  const byFacets = [...sumByVisitor(counted), ...(await countsOfAwaited(trx, clicks, links))];
  await addToRollUps(trx, { byLink: sums.map(linkDelta), byFacets, touched });
  if (counted.length > 0) await storage.announce(trx, counted);
}

/** Repeats are counted nowhere under `unique`, but they are events of their hour. */
function uncountedHours(clicks: readonly StoredClick[], counted: readonly StoredClick[]): TouchedHour[] {
  if (counted.length === clicks.length) return [];
  return clicks.map(({ record: { workspaceId, programId, at } }) => ({ workspaceId, programId, at: new Date(at) }));
}

/** Half the waiting time between a day's end and the summing of its addresses; the other half allows for clock differences. */
const LATE_MS = 1_800_000;

/** The hours of leads and sales that were stored before their click: the click now adds its address, and the day's sums may lack it. */
async function hoursOfLate(storage: ClickStorage, trx: Tx, records: readonly ClickRecord[]): Promise<TouchedHour[]> {
  const before = storage.now() - LATE_MS;
  const late = records.filter(({ at }) => at < before);
  return late.length === 0 ? [] : hoursOfClicks(trx, [...new Set(late.map(({ clickId }) => clickId))]);
}

/** Leads and sales stored before their click count under unknown facets: moves their counts to the click's facets. */
async function countsOfAwaited(
  trx: Tx,
  clicks: readonly StoredClick[],
  links: ReadonlySet<string>,
): Promise<FacetDelta[]> {
  const awaited = await findAwaited(trx, [...links]);
  if (awaited.size === 0) return [];
  const arrived = new Map<string, StoredClick>();
  for (const click of clicks) {
    const { clickId } = click.record;
    if (awaited.has(clickId) && !arrived.has(clickId)) arrived.set(clickId, click);
  }
  const counts = arrived.size === 0 ? [] : await takeAwaited(trx, [...arrived.keys()]);
  return counts.flatMap((count) => {
    const { facets } = present(arrived.get(count.click_id), "the click").visitorGroup;
    const { leads, conversions, sales, sale_amount: saleAmount } = count;
    const of = { workspaceId: count.workspace_id, programId: count.program_id || null, at: count.hour };
    return [
      { ...of, facets, leads, conversions, sales, saleAmount },
      { ...of, facets: noFacets, leads: -leads, conversions: -conversions, sales: -sales, saleAmount: -saleAmount },
    ];
  });
}

/** Identifies a stored click. */
export function clickKey({ clickId, at }: Pick<ClickRecord, "clickId" | "at">): string {
  return `${clickId} ${at}`;
}

/** How many clicks are stored already under the key of each record. */
export async function countStored(trx: Tx, records: readonly ClickRecord[]): Promise<Map<string, number>> {
  const ids = [...new Set(records.map((record) => record.clickId))];
  const { rows } = await sql<{ clickId: string; at: number; stored: number }>`
    SELECT click_id AS "clickId", round(extract(epoch FROM at) * 1000)::float8 AS at, count(*)::int4 AS stored
    FROM click_events AS e WHERE click_id = ANY (${ids}) GROUP BY click_id, e.at
  `.execute(trx);
  return new Map(rows.map((row) => [clickKey(row), row.stored]));
}

/** In a fixed order, so that replicas loading clicks of the same links never deadlock. */
async function lockLinks(trx: Tx, records: readonly ClickRecord[]): Promise<Set<string>> {
  const ids = [...new Set(records.map((record) => record.linkId))];
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM links WHERE id = ANY (${ids}) ORDER BY id FOR NO KEY UPDATE
  `.execute(trx);
  return new Set(rows.map(({ id }) => id));
}

function windowKey({ linkId, visitor }: Pick<ClickRecord, "linkId" | "visitor">): string {
  return `${linkId} ${visitor}`;
}

/**
 * Opens the hour of each click considered unique; answers those whose hour another replica's click has opened already. Two
 * unique clicks of one visitor in one batch lie an hour apart; the later one keeps the window. An hour that has not begun by now was opened
 * by a clock that was ahead, and holds nothing.
 */
async function openWindows(trx: Tx, records: readonly ClickRecord[], now: number): Promise<Set<string>> {
  const believed = new Map(records.filter((record) => record.isUnique).map((record) => [windowKey(record), record]));
  if (believed.size === 0) return new Set();
  const windows = JSON.stringify(
    [...believed.values()].map(({ linkId, visitor, clickId, at }) => ({ linkId, visitor, clickId, at })),
  );
  const { rows } = await sql<{ opened: number }>`
    WITH opened AS (
      INSERT INTO visitor_windows AS w (link_id, visitor, click_id, opened_at)
      SELECT "linkId", visitor, "clickId", to_timestamp(at / 1000.0)
      FROM json_to_recordset(${windows}::json) AS r("linkId" text, visitor text, "clickId" text, at float8)
      ORDER BY "linkId", visitor
      ON CONFLICT (link_id, visitor) DO UPDATE SET click_id = excluded.click_id, opened_at = excluded.opened_at
      WHERE w.opened_at <= excluded.opened_at - interval '1 hour' OR w.opened_at > ${new Date(now + CLOCKS_DIFFER_MS)}
      RETURNING 1)
    SELECT count(*) AS opened FROM opened
  `.execute(trx);
  if (rows[0]?.opened === believed.size) return new Set();
  const held = await sql<{ linkId: string; visitor: string }>`
    SELECT r."linkId", r.visitor FROM json_to_recordset(${windows}::json) AS r("linkId" text, visitor text, "clickId" text)
    JOIN visitor_windows w ON w.link_id = r."linkId" AND w.visitor = r.visitor AND w.click_id <> r."clickId"
  `.execute(trx);
  return new Set(held.rows.map(windowKey));
}

function readyClicks(ids: Ids, records: readonly ClickRecord[], refused: ReadonlySet<string>): StoredClick[] {
  const targets = new Map<string, ClickTarget>();
  const visitors = new Map<string, ClickVisitor>();
  return records.map((record) => {
    const { linkId, enrollmentId, clickRewardId, url } = record;
    const to = `${linkId} ${enrollmentId} ${clickRewardId} ${url}`;
    let target = targets.get(to);
    if (!target) targets.set(to, (target = { number: targets.size, record }));
    const { workspaceId, programId, trigger, country, region, city, userAgent, referrer } = record;
    const from = `${workspaceId} ${programId} ${trigger} ${country} ${region} ${city}\n${userAgent}\n${referrer}`;
    let visitorGroup = visitors.get(from);
    if (!visitorGroup) visitors.set(from, (visitorGroup = { number: visitors.size, record, facets: facetsOf(record) }));
    const unique = record.isUnique && (refused.size === 0 || !refused.has(windowKey(record)));
    return { id: ids.next("evt"), record, unique, target, visitorGroup };
  });
}

/** Sends values that clicks share once and joins them in SQL: half the cost of a click is its bytes. */
async function insertEvents(trx: Tx, clicks: readonly StoredClick[]): Promise<void> {
  const rows = clicks.map(({ id, record: { at, clickId, visitor, address }, unique, target, visitorGroup }) => {
    return { id, at, clickId, visitor, address, unique, target: target.number, source: visitorGroup.number };
  });
  const targets = [...new Set(clicks.map(({ target }) => target))].map(({ number, record }) => {
    const { workspaceId, programId, enrollmentId, linkId, clickRewardId, url } = record;
    return { target: number, workspaceId, programId, enrollmentId, linkId, clickRewardId, url };
  });
  const sources = [...new Set(clicks.map(({ visitorGroup }) => visitorGroup))].map(({ number, facets }) => {
    return { source: number, ...facets };
  });
  await sql`
    INSERT INTO click_events (id, at, workspace_id, program_id, enrollment_id, link_id, click_id, visitor, address, is_unique,
      click_reward_id, url, trigger, country, region, city, continent, device, browser, os, referer, referer_url)
    SELECT id, to_timestamp(at / 1000.0), "workspaceId", "programId", "enrollmentId", "linkId", "clickId", visitor, address, "unique",
      "clickRewardId", url, "trigger", country, region, city, continent, device, browser, os, referer, "refererUrl"
    FROM json_to_recordset(${JSON.stringify(rows)}::json) AS clicks(id text, at float8, "clickId" text, visitor text,
      address text, "unique" boolean, target int, source int)
    JOIN json_to_recordset(${JSON.stringify(targets)}::json) AS targets(target int, "workspaceId" text, "programId" text,
      "enrollmentId" text, "linkId" text, "clickRewardId" text, url text) USING (target)
    JOIN json_to_recordset(${JSON.stringify(sources)}::json) AS sources(source int, "trigger" text, country text, region text,
      city text, continent text, device text, browser text, os text, referer text, "refererUrl" text) USING (source)
  `.execute(trx);
}

const HOUR = 3_600_000;

/** Clicks of an hour on a target. */
interface TargetSum {
  record: ClickRecord;
  /** Epoch milliseconds. */
  hour: number;
  clicks: number;
  unique: number;
  /** Newest click, epoch milliseconds. */
  last: number;
}

function sumByTarget(clicks: readonly StoredClick[]): TargetSum[] {
  const sums = new Map<string, TargetSum>();
  for (const { record, unique, target } of clicks) {
    const hour = record.at - (record.at % HOUR);
    const key = `${target.number} ${hour}`;
    let sum = sums.get(key);
    if (!sum) sums.set(key, (sum = { record: target.record, hour, clicks: 0, unique: 0, last: 0 }));
    sum.clicks += 1;
    sum.unique += unique ? 1 : 0;
    sum.last = Math.max(sum.last, record.at);
  }
  return [...sums.values()];
}

function linkDelta({ record, hour, clicks, unique }: TargetSum): LinkDelta {
  const { workspaceId, programId, linkId } = record;
  return { workspaceId, programId, linkId, at: new Date(hour), clicks, uniqueClicks: unique };
}

function sumByVisitor(clicks: readonly StoredClick[]): FacetDelta[] {
  const sums = new Map<string, FacetDelta & { clicks: number; uniqueClicks: number }>();
  for (const { record, unique, visitorGroup } of clicks) {
    const hour = record.at - (record.at % HOUR);
    const key = `${visitorGroup.number} ${hour}`;
    let sum = sums.get(key);
    if (!sum) {
      const { workspaceId, programId } = visitorGroup.record;
      const at = new Date(hour);
      sums.set(key, (sum = { workspaceId, programId, at, facets: visitorGroup.facets, clicks: 0, uniqueClicks: 0 }));
    }
    sum.clicks += 1;
    sum.uniqueClicks += unique ? 1 : 0;
  }
  return [...sums.values()];
}

/** The sums under one key each, as JSON; sums without a key are left out. */
function sumBy(sums: readonly TargetSum[], keyOf: (sum: TargetSum) => string | null): string {
  const merged = new Map<string, { id: string; clicks: number; unique: number; last: number }>();
  for (const sum of sums) {
    const id = keyOf(sum);
    if (id === null) continue;
    const into = merged.get(id) ?? { id, clicks: 0, unique: 0, last: 0 };
    into.clicks += sum.clicks;
    into.unique += sum.unique;
    into.last = Math.max(into.last, sum.last);
    merged.set(id, into);
  }
  return JSON.stringify([...merged.values()]);
}

async function addToLinks(trx: Tx, sums: readonly TargetSum[]): Promise<void> {
  await sql`
    UPDATE links SET clicks = links.clicks + s.clicks, unique_clicks = links.unique_clicks + s."unique",
      last_clicked = greatest(links.last_clicked, to_timestamp(s.last / 1000.0))
    FROM json_to_recordset(${sumBy(sums, ({ record }) => record.linkId)}::json) AS s(id text, clicks bigint, "unique" bigint, last float8)
    WHERE links.id = s.id
  `.execute(trx);
}

async function addToEnrollments(trx: Tx, targets: readonly TargetSum[]): Promise<void> {
  const sums = sumBy(targets, ({ record }) => record.enrollmentId);
  if (sums === "[]") return;
  await sql`
    WITH s AS (SELECT * FROM json_to_recordset(${sums}::json) AS s(id text, clicks bigint, "unique" bigint)),
      locked AS (SELECT enrollment_id FROM enrollment_stats WHERE enrollment_id IN (SELECT id FROM s)
        ORDER BY enrollment_id FOR NO KEY UPDATE)
    UPDATE enrollment_stats t SET total_clicks = t.total_clicks + s.clicks,
      total_unique_clicks = t.total_unique_clicks + s."unique"
    FROM s JOIN locked ON locked.enrollment_id = s.id WHERE t.enrollment_id = s.id
  `.execute(trx);
}

/**
 * Click rewards are paid by the UTC date of the click. Each address earns for as many clicks a day as the program allows; the rest are
 * counted separately, so that the owner sees them.
 */
async function addToRewardDays(trx: Tx, clicks: readonly StoredClick[]): Promise<void> {
  const days = new Map<string, { enrollment: string; reward: string; day: string; address: string; unique: number }>();
  for (const { unique, record } of clicks) {
    const { enrollmentId, clickRewardId, address, at } = record;
    if (!unique || enrollmentId === null || clickRewardId === null) continue;
    const day = new Date(at).toISOString().slice(0, 10);
    const key = `${enrollmentId} ${clickRewardId} ${day} ${address ?? ""}`;
    const into = days.get(key);
    if (into) into.unique += 1;
    else days.set(key, { enrollment: enrollmentId, reward: clickRewardId, day, address: address ?? "", unique: 1 });
  }
  if (days.size === 0) return;
  await sql`
    WITH s AS (SELECT enrollment, reward, day::date AS day, address, "unique"
        FROM json_to_recordset(${JSON.stringify([...days.values()])}::json)
          AS s(enrollment text, reward text, day text, address text, "unique" bigint)),
      seen AS (
        INSERT INTO click_reward_addresses AS a (enrollment_id, reward_id, day, address, quantity)
        SELECT enrollment, reward, day, address, "unique" FROM s WHERE address <> '' ORDER BY 1, 2, 3, 4
        ON CONFLICT (enrollment_id, reward_id, day, address) DO UPDATE SET quantity = a.quantity + excluded.quantity
        RETURNING enrollment_id, reward_id, day, address, quantity),
      judged AS (
        SELECT s.*, CASE WHEN seen.quantity IS NULL OR p.click_rewards_per_address IS NULL THEN s."unique"
          ELSE least(s."unique", greatest(0, p.click_rewards_per_address - (seen.quantity - s."unique"))) END AS rewarded
        FROM s JOIN enrollments e ON e.id = s.enrollment JOIN programs p ON p.id = e.program_id
        LEFT JOIN seen ON seen.enrollment_id = s.enrollment AND seen.reward_id = s.reward AND seen.day = s.day
          AND seen.address = s.address)
    INSERT INTO click_reward_days AS d (enrollment_id, reward_id, day, quantity, unrewarded)
    SELECT enrollment, reward, day, sum(rewarded), sum("unique" - rewarded) FROM judged GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (enrollment_id, reward_id, day) DO UPDATE
      SET quantity = d.quantity + excluded.quantity, unrewarded = d.unrewarded + excluded.unrewarded
  `.execute(trx);
}
