import {
  ReferralsError,
  type EmbedScope,
  type EmbedSection,
  type EmbedSettings,
  type EnrollmentStatus,
} from "referrals-embed/contract";
import { accessOf } from "referrals-embed/rules";
import { findProgram } from "../../store/queries/programs/programs.ts";
import type { Context } from "../context.ts";
import { embedSettings } from "../programs/program-record.ts";

/** Who the embed data API acts for: one enrollment, through one token, as of this request. */
export interface EmbedSession {
  workspaceId: string;
  programId: string;
  enrollmentId: string;
  partnerId: string;
  status: EnrollmentStatus;
  scopes: EmbedScope[];
  allowedOrigins: string[] | null;
  expiresAt: Date;
}

/** The program of a session and what it shows. */
export interface EmbedView {
  program: Awaited<ReturnType<typeof findProgram>>;
  settings: EmbedSettings;
}

/**
 * Opens a route of the data API: status first, then section.
 * @param least the least access of the enrollment: `read` for reads and the payout method, `full` for other writes
 * @param section the part of the embed the route belongs to
 * @throws ReferralsError 403
 */
export async function openView(
  ctx: Context,
  session: EmbedSession,
  { least, section }: { least: "read" | "full"; section?: EmbedSection },
): Promise<EmbedView> {
  const access = accessOf(session.status);
  if (access === "none" || (least === "full" && access !== "full")) {
    throw new ReferralsError("forbidden", `This is not available while the partner's status is ${session.status}.`);
  }
  const program = await findProgram(ctx.db, session.programId);
  const settings = embedSettings(program);
  if (section !== undefined) requireSection(settings, section);
  return { program, settings };
}

/** @throws ReferralsError 403 for a section the program hides */
export function requireSection(settings: EmbedSettings, section: EmbedSection): void {
  if (settings.sections[section]) return;
  throw new ReferralsError("forbidden", `The program does not show the section ${section}.`);
}
