import {
  currencyExponent,
  ReferralsError,
  toMajorUnits,
  type Commission,
  type EventListQuery,
  type Program,
} from "referrals-embed/contract";
import { parseUrl } from "referrals-embed/rules";
import { listEvents } from "../domain/analytics/list-events.ts";
import type { Context } from "../domain/context.ts";
import { listLinks } from "../domain/links/list-links.ts";
import { programGaps } from "../domain/programs/program-gaps.ts";
import { getProgram } from "../domain/programs/update-program.ts";
import { trialAmount, tryOut, type TriedOut } from "../domain/workspaces/try-out.ts";
import { listWorkspaces } from "../store/queries/programs/workspaces.ts";
import { UsageError, type Done } from "./command.ts";
import { getPage } from "./get-page.ts";
import { operatorCommand, workspaceOption } from "./operator.ts";
import { allowsScript, findScriptTag } from "./script-tag.ts";

/** The finding for one step from a click to a commission. */
interface Finding {
  step: "program" | "link" | "site" | "script" | "lead" | "sale" | "refund" | "arrived";
  state: "ok" | "broken" | "note";
  says: string;
  /** The remedy. */
  next?: string;
}

/** `doctor <site>`: follows a click from a partner's link to a commission, and says where it breaks. */
export const doctor = operatorCommand(
  {
    does: "follow a test click to a sale, and say where it breaks",
    takes: "<https://the-site>",
    options: workspaceOption,
    more:
      "It asks a partner's link and the site as a visitor's browser would, without being counted, and plays a sign-up, a sale\n" +
      "and a refund in the store, which it undoes. Nothing stays. It ends with 1 if something is broken.",
  },
  async ({ inWorkspace }, given) => diagnose(await inWorkspace(), siteOf(given.args[0] ?? "")),
);

/** The site as it was typed, or with `https://` before it. @throws UsageError */
function siteOf(typed: string): URL {
  const site = parseUrl(typed.includes(":/") ? typed : `https://${typed}`);
  if (site && /^https?:$/.test(site.protocol) && site.hostname !== "") return site;
  throw new UsageError(`${typed} is no web address. Say where partners send people, such as https://acme.com.`);
}

async function diagnose(ctx: Context, site: URL): Promise<Done> {
  const program = await getProgram(ctx);
  const findings = [
    ...(await inspectProgram(ctx, program, site)),
    await inspectLink(ctx, site),
    ...(await inspectSite(ctx, site)),
    ...(await inspectTrial(ctx, program)),
    await inspectArrivals(ctx),
  ];
  const broken = findings.find(({ state }) => state === "broken");
  const verdict = broken ? `It breaks at: ${broken.step}.` : "The way from a click to a commission is open.";
  return { text: [...findings.map(lineOf), "", verdict].join("\n"), exitCode: broken ? 1 : 0 };
}

function lineOf({ step, state, says, next }: Finding): string {
  const line = `${state.padEnd(6)}  ${step.padEnd(7)}  ${says}`;
  return next === undefined ? line : `${line}\n${`Next: ${next}`.replace(/^/gm, " ".repeat(17))}`;
}

async function inspectProgram(ctx: Context, { url }: Program, site: URL): Promise<Finding[]> {
  const own = (await listWorkspaces(ctx.db)).find(({ id }) => id === ctx.workspaceId)?.slug;
  const gaps = (await programGaps(ctx)).filter(({ workspace }) => workspace === own);
  if (gaps.length > 0) {
    const next = "referrals-service init, or a program file and referrals-service apply.";
    return gaps.map(({ problem }) => ({ step: "program", state: "broken", says: problem, next }));
  }
  if (bareHost(url) !== bareHost(site.href)) {
    const says = `Partners' links lead to ${url}, not to ${site.origin}.`;
    const next = `Ask about ${url}, or change the program's url.`;
    return [{ step: "program", state: "broken", says, next }];
  }
  return [{ step: "program", state: "ok", says: `Partners' links lead to ${url}.` }];
}

function bareHost(address: string | null): string | null {
  return parseUrl(address ?? "")?.host.replace(/^www\./, "") ?? null;
}

/** Requests a partner's link with HEAD, which counts no click. */
async function inspectLink(ctx: Context, site: URL): Promise<Finding> {
  const step = "link";
  const link = (await listLinks(ctx, { pageSize: 100 })).find(({ partnerId }) => partnerId !== null);
  if (!link)
    return {
      step,
      state: "note",
      says: "No partner has a link yet.",
      next: "Invite one in the console, or call POST /partners.",
    };
  const { shortLink } = link;
  try {
    const { status, headers } = await getPage(shortLink, { method: "HEAD" });
    const to = headers.get("location");
    if (status >= 300 && status < 400 && to !== null && bareHost(to) === bareHost(site.href)) {
      return { step, state: "ok", says: `${shortLink} leads to ${to}.` };
    }
    const says = to === null ? `${shortLink} answers ${status}.` : `${shortLink} leads to ${to}.`;
    const next = `It should lead to ${site.origin}. If ${new URL(shortLink).host} is not this service, mend its DNS or proxy, or LINK_DOMAINS.`;
    return { step, state: to === null ? "broken" : "note", says, next };
  } catch (error) {
    const next = `Lead ${new URL(shortLink).host} to this service: its DNS, the proxy in front, or LINK_DOMAINS.`;
    return { step, state: "broken", says: (error as Error).message, next };
  }
}

async function inspectSite({ config }: Context, site: URL): Promise<Finding[]> {
  const wanted = `<script src="${config.appUrl}/assets/analytics.js" defer></script>`;
  try {
    const { status, url, headers, text } = await getPage(site.href);
    if (status >= 400)
      return [{ step: "site", state: "broken", says: `${url} answers ${status}.`, next: "Mend the site." }];
    const found: Finding = { step: "site", state: "ok", says: `${url} answers ${status}.` };
    const tag = findScriptTag(text, url);
    if (!tag) {
      const says = "The page has no tag of the browser script.";
      const next = `Paste this into every page a link may lead to:\n${wanted}\nIf a tag manager adds it, open ${site.origin}/?ref_id=test in a browser and look for the cookie ref_id.`;
      return [found, { step: "script", state: "broken", says, next }];
    }
    if (!allowsScript(headers.get("content-security-policy"), tag.src, url)) {
      const says = `The site's Content-Security-Policy keeps browsers from running ${tag.src}.`;
      const next = `Add ${new URL(tag.src).origin} to script-src and connect-src.`;
      return [found, { step: "script", state: "broken", says, next }];
    }
    return [found, await inspectScript(tag.src, { appUrl: config.appUrl, wanted })];
  } catch (error) {
    const next = "Mend the address, or the site.";
    return [{ step: "site", state: "broken", says: (error as Error).message, next }];
  }
}

async function inspectScript(src: string, { appUrl, wanted }: { appUrl: string; wanted: string }): Promise<Finding> {
  const step = "script";
  const next = `The tag of this service is\n${wanted}`;
  try {
    const { status, text } = await getPage(src);
    if (status !== 200 || !text.includes("refAnalytics")) {
      return { step, state: "broken", says: `${src} answers ${status}, and not with the script.`, next };
    }
    const isOwn = new URL(src).origin === new URL(appUrl).origin;
    if (isOwn) return { step, state: "ok", says: `${src} is in the page and answers.` };
    return { step, state: "note", says: `${src} answers; this service is ${appUrl}.`, next };
  } catch (error) {
    return { step, state: "broken", says: (error as Error).message, next };
  }
}

/** The steps after the site, by the operations that your server calls. */
async function inspectTrial(ctx: Context, { currency }: Program): Promise<Finding[]> {
  const step = "sale";
  try {
    const { lead, sale, refunded } = await tryOut(ctx, currency);
    return [
      { step: "lead", state: "ok", says: `A sign-up with a click is recorded, and ${earned(lead)}.` },
      ...saleFindings({ lead, sale, refunded }, currency),
    ];
  } catch (error) {
    if (!(error instanceof ReferralsError)) throw error;
    return [{ step, state: "broken", says: error.message, next: "Change the program as it says." }];
  }
}

function saleFindings({ sale, refunded }: TriedOut, currency: string): Finding[] {
  const says = `A sale of ${money(trialAmount, currency)} is recorded, and ${earned(sale)}.`;
  const state = sale?.status === "hold" ? "note" : "ok";
  const left = refunded?.earnings ?? 0;
  return [
    { step: "sale", state, says },
    left === 0
      ? { step: "refund", state: "ok", says: "Its refund takes back what it earned. All of this is undone." }
      : { step: "refund", state: "broken", says: `Its refund leaves ${money(left, currency)}.`, next: "Report this." },
  ];
}

function earned(commission: Commission | undefined): string {
  if (!commission) return "earns nothing in this program";
  const { earnings, currency, holdReason } = commission;
  return `earns ${money(earnings, currency)}${holdReason === null ? "" : `, on hold (${holdReason})`}`;
}

function money(amount: number, currency: string): string {
  return `${toMajorUnits(amount, currency).toFixed(currencyExponent(currency))} ${currency}`;
}

/** The data that visitors and your server have sent so far, which the trial cannot show. */
async function inspectArrivals(ctx: Context): Promise<Finding> {
  const last = async (event: NonNullable<EventListQuery["event"]>): Promise<string | undefined> =>
    (await listEvents(ctx, { event, interval: "all", limit: 1 }))[0]?.timestamp;
  const [click, lead, sale] = [await last("clicks"), await last("leads"), await last("sales")];
  const step = "arrived";
  if (click === undefined && lead === undefined && sale === undefined) {
    const next = "Open a partner's link in a browser, and look for the cookie ref_id on your site.";
    return { step, state: "note", says: "No click has come yet.", next };
  }
  if (lead === undefined && sale === undefined) {
    const next = "Have your server send the value of the cookie ref_id as clickId with the sign-up: POST /track/lead.";
    return { step, state: "note", says: `The last click came at ${click}, and no sign-up or sale yet.`, next };
  }
  if (sale === undefined) {
    const next = "Send sales by POST /track/sale, or from your payment provider: referrals-service integrations.";
    return { step, state: "note", says: `The last sign-up came at ${lead}, and no sale yet.`, next };
  }
  const says = `The last click came at ${click ?? "no time"}, the last sign-up at ${lead ?? "no time"}, the last sale at ${sale}.`;
  return { step, state: "ok", says };
}
