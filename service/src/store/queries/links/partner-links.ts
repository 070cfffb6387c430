import type { LinkHost } from "referrals-embed/contract";
import type { Db } from "../../schema.ts";
import { selectLinks, type LinkWithTags } from "./links.ts";

/** What a group allows the links of its partners, with the program's landing page. */
export interface LinkPolicy {
  url: string;
  link_hosts: LinkHost[];
  default_urls: string[];
  max_partner_links: number | null;
}

/** The rules an enrollment's own links must follow. */
export function linkPolicy(db: Db, enrollmentId: string): Promise<LinkPolicy> {
  return db
    .selectFrom("enrollments as e")
    .innerJoin("groups as g", "g.id", "e.group_id")
    .innerJoin("programs as p", "p.id", "e.program_id")
    .select(["p.url", "g.link_hosts", "g.default_urls", "g.max_partner_links"])
    .where("e.id", "=", enrollmentId)
    .executeTakeFirstOrThrow();
}

/** An enrollment's undeleted links, oldest first. */
export function linksOfEnrollment(db: Db, enrollmentId: string): Promise<LinkWithTags[]> {
  return selectLinks(db)
    .where("l.enrollment_id", "=", enrollmentId)
    .where("l.deleted_at", "is", null)
    .orderBy("l.created_at")
    .orderBy("l.id")
    .execute();
}
