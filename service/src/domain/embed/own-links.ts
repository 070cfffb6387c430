import {
  ReferralsError,
  type EmbedLink,
  type EmbedLinkInput,
  type EmbedLinkPatch,
  type EmbedList,
  type EmbedPageQuery,
} from "referrals-embed/contract";
import { checkLinkHost, destinationUrl, takenKey } from "referrals-embed/rules";
import * as store from "../../store/queries/embed/embed-links.ts";
import { lockOwner } from "../../store/queries/links/link-references.ts";
import type { LinkWithTags } from "../../store/queries/links/links.ts";
import { linkPolicy } from "../../store/queries/links/partner-links.ts";
import type { Context } from "../context.ts";
import { createLink } from "../links/create-link.ts";
import { lockLinks, ownedBy } from "../links/link-owner.ts";
import { changeLink } from "../links/update-link.ts";
import { inTransaction } from "../transaction.ts";
import { toEmbedLink, toListedLink } from "./embed-link.ts";
import { listPage } from "./list-page.ts";
import { openView, type EmbedSession } from "./session.ts";
import { present } from "../../present.ts";

/** The partner's links, newest first; with `archived` only those, or only the others. */
export async function listOwnLinks(
  ctx: Context,
  session: EmbedSession,
  query: EmbedPageQuery & { archived?: boolean },
): Promise<EmbedList<EmbedLink>> {
  const { settings } = await openView(ctx, session, { least: "read", section: "links" });
  const filter = { enrollmentId: session.enrollmentId, archived: query.archived };
  return listPage(ctx, session, {
    query,
    source: {
      name: "links",
      rows: (window) => store.listEarningLinks(ctx.db, filter, window),
      count: () => store.countOwnLinks(ctx.db, filter),
      positionOf: (row) => ({ at: row.created_at, id: row.id }),
      show: (row) => toListedLink(row, settings, ctx.config),
    },
  });
}

/**
 * Creates a link of the partner's own.
 * @throws ReferralsError 403, 409 at the group's limit or for a taken key, 422 for a host that is not allowed
 */
export async function createOwnLink(ctx: Context, session: EmbedSession, input: EmbedLinkInput): Promise<EmbedLink> {
  const { settings } = await openView(ctx, session, { least: "full", section: "links" });
  checkKey(input.key);
  const row = await inTransaction(ctx, async (ctx) => {
    const owner = await lockOwner(ctx.db, session.programId, { partnerId: session.partnerId });
    if (!owner) throw new ReferralsError("not_found", "There is no enrollment for this token any more.");
    const policy = await linkPolicy(ctx.db, owner.id);
    if (input.url !== undefined) checkLinkHost(destinationUrl("url", input.url), policy);
    await mustHaveRoom(ctx, session, policy.max_partner_links);
    const fixed = { ...ownedBy(ctx, owner), tenant_id: owner.tenant_id, track_conversion: true };
    const { id } = await createLink(ctx, { ...input, url: input.url ?? policy.url }, fixed);
    return store.findOwnLink(ctx.db, id);
  });
  return toEmbedLink(row, settings, ctx.config);
}

/**
 * Edits, archives or restores a link of the partner's own; of a default link only the key may change.
 * @throws ReferralsError 403, 404 for a foreign link, 409, 422
 */
export async function updateOwnLink(
  ctx: Context,
  session: EmbedSession,
  { id, patch }: { id: string; patch: EmbedLinkPatch },
): Promise<EmbedLink> {
  const { settings } = await openView(ctx, session, { least: "full", section: "links" });
  checkKey(patch.key);
  const row = await inTransaction(ctx, async (ctx) => {
    const [link] = await lockLinks(ctx, [id]);
    if (link?.enrollment_id !== session.enrollmentId) {
      throw new ReferralsError("not_found", `There is no link ${id} of this partner.`);
    }
    await checkEdit(ctx, link, patch);
    await changeLink(ctx, link, patch);
    return store.findOwnLink(ctx.db, id);
  });
  return toEmbedLink(row, settings, ctx.config);
}

async function checkEdit(ctx: Context, link: LinkWithTags, patch: EmbedLinkPatch): Promise<void> {
  const changes = (["url", "archived", "comments", "key"] as const).filter(
    (name) => patch[name] !== undefined && patch[name] !== link[name],
  );
  if (link.is_default) {
    if (changes.every((name) => name === "key")) return;
    const message = "Of a default link only the key may change. Create a link of your own instead.";
    throw new ReferralsError("conflict", message);
  }
  if (changes.some((name) => name !== "archived")) await checkDestination(ctx, link, patch);
}

/** An edited destination must be on the group's current hosts; archiving and restoring do not edit it. */
async function checkDestination(ctx: Context, link: LinkWithTags, patch: EmbedLinkPatch): Promise<void> {
  const policy = await linkPolicy(ctx.db, present(link.enrollment_id, "enrollment_id"));
  const url = patch.url === undefined ? link.url : destinationUrl("url", patch.url);
  if (url !== policy.url) checkLinkHost(url, policy);
}

/** Only the program assigns the root of a domain; a partner cannot take it. */
function checkKey(key: string | undefined): void {
  if (key?.replace(/^\/|\/$/g, "") === "_root") throw takenKey("_root");
}

/** Counted under the enrollment's lock, or two tabs could pass the limit together; default and archived links are included. */
async function mustHaveRoom(ctx: Context, { enrollmentId }: EmbedSession, max: number | null): Promise<void> {
  if (max === null || (await store.countOwnLinks(ctx.db, { enrollmentId })) < max) return;
  throw new ReferralsError("conflict", `The program allows ${max} links per partner, and there are as many.`);
}
