import { addSums, seed } from "./seed.ts";
import type { Stage } from "./stage.ts";

/** Hours the clicks are spread over: a year up to the hour that runs. */
const HOURS = 365 * 24;
/** Links they fall on where nothing else is said, the first ones far more often than the last. */
const LINKS = 1000;

/** What clicks of a stage may differ in. */
export interface ClickShape {
  /** Links they fall on; default 1,000. */
  links?: number;
  /** Letters of the path of a referring page, each page another; default the few pages of some sites. */
  refererLetters?: number;
}

/** At least `total` clicks of the last year, equally many each hour, on the links of the first enrollments. */
export async function seedClicks(stage: Stage, total: number, shape: ClickShape = {}): Promise<void> {
  const { links = LINKS, refererLetters = 0 } = shape;
  const perHour = Math.ceil(total / HOURS);
  const begin = new Date(Math.floor(Date.now() / 3_600_000 - HOURS) * 3_600_000);
  await seed(stage, { total: HOURS, step: Math.ceil(100_000 / perHour) }, async (client, from, to) => {
    await client.query(
      "create temp table if not exists drawn (like click_events including defaults) on commit delete rows",
    );
    await client.query(clicks, [
      begin,
      from,
      to - 1,
      perHour,
      stage.workspaceId,
      stage.programId,
      links,
      refererLetters,
    ]);
    for (const statement of statements) await client.query(statement);
  });
}

/** Click `j` of hour `h`; a random `u` of its own, cubed, picks the link and the country, so that few have most. */
const clicks = `insert into drawn (id, at, workspace_id, program_id, enrollment_id, link_id, click_id, visitor, is_unique, url,
    country, region, city, continent, device, browser, os, referer, referer_url)
  select 'evt_' || id, at, $5, $6, 'pge_' || link, 'link_' || link, id, 'visitor' || id, j % 4 > 0,
    'https://acme.test/' || page || coalesce('?utm_source=' || source || '&utm_medium=social', ''), country,
    country || '-1', country || ' city', 'EU', device, browser, os, referer, 'https://' || referer || '/' ||
      case when $8::int > 0 then (select substr(string_agg(md5(id || n), ''), 1, $8::int) from generate_series(1, 1 + $8::int / 32) n)
        else page::text end
  from (select j, to_char(h, 'FM00000') || '_' || to_char(j, 'FM00000') as id,
      $1::timestamptz + make_interval(hours => h, secs => 3599.0 * j / $4::int) as at,
      lpad(floor(power(u, 3) * $7::int)::text, 26, '0') as link,
      (array['US','DE','FR','GB','JP','BR','IN','CA','AU','ES','IT','NL','SE','PL','MX','KR','TR','CH','AT','PT'])[1 + floor(power(v, 3) * 20)] as country,
      (array['Desktop','Mobile','Tablet'])[1 + r % 3] as device,
      (array['Chrome','Safari','Firefox','Edge'])[1 + r / 7 % 4] as browser,
      (array['Windows','iOS','Android','macOS','Linux'])[1 + r / 31 % 5] as os,
      (array['google.com','x.com','youtube.com',null])[1 + r / 127 % 4] as referer,
      floor(power(v, 3) * 300) as page, (array['mail','video','podcast',null])[1 + r / 13 % 4] as source
    from (select h, j, r, (r % 1000) / 1000.0 as u, (r / 1000 % 1000) / 1000.0 as v
      from (select h, j, abs(hashint4(h * 10007 + j) / 2) as r
        from generate_series($2::int, $3::int) h, generate_series(1, $4::int) j) seeded) drawn) click`;

const counted = `count(*), count(*) filter (where is_unique), 0, 0, 0, 0`;

const statements = [
  `insert into click_events select * from drawn`,
  addSums("link", ["link_id", "at"], `select link_id, date_trunc('hour', at), ${counted} from drawn group by 1, 2`),
  addSums(
    "program",
    ["workspace_id", "program_id", "hour"],
    `select workspace_id, program_id, date_trunc('hour', at), ${counted} from drawn group by 1, 2, 3`,
  ),
  addSums(
    "dimension",
    ["workspace_id", "program_id", "dimension", "value", "at"],
    `select workspace_id, program_id, dimension, value, date_trunc('hour', at), ${counted}
      from drawn, lateral (values ('country', country), ('region', country || E'\\x1f' || region),
        ('city', country || E'\\x1f' || region || E'\\x1f' || city), ('device', device), ('browser', browser), ('os', os),
        ('trigger', trigger), ('referer', coalesce(referer, '(direct)'))) d (dimension, value)
      group by 1, 2, 3, 4, 5`,
  ),
  `update links set clicks = links.clicks + s.clicks, unique_clicks = links.unique_clicks + s.uniques, last_clicked = s.last
    from (select link_id, count(*) as clicks, count(*) filter (where is_unique) as uniques, max(at) as last
      from drawn group by 1) s where links.id = s.link_id`,
  `update enrollment_stats t set total_clicks = t.total_clicks + s.clicks, total_unique_clicks = t.total_unique_clicks + s.uniques, stale = true
    from (select enrollment_id, count(*) as clicks, count(*) filter (where is_unique) as uniques
      from drawn group by 1) s where t.enrollment_id = s.enrollment_id`,
];
