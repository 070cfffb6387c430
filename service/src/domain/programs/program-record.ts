import { embedSections, type EmbedSection, type EmbedSettings, type Program } from "referrals-embed/contract";
import type { ProgramRow } from "../../store/schema/accounts.ts";
import { recordOf } from "../record.ts";
import { program } from "../../schemas/program.ts";

/** The embed's default: it shows everything, others' amounts in bands. */
const defaults: EmbedSettings = {
  sections: Object.fromEntries(embedSections.map((section) => [section, true])) as Record<EmbedSection, boolean>,
  leaderboard: { amounts: "bands", period: "all" },
  faq: null,
  resources: null,
  termsUrl: null,
  supportEmail: null,
  poweredBy: true,
  shareMessages: null,
  milestones: [],
  namePartners: true,
  linkStyle: "short",
};

/** A program's embed settings: the stored ones merged over the defaults. */
export function embedSettings(row: Pick<ProgramRow, "embed">): EmbedSettings {
  return { ...defaults, ...row.embed, sections: { ...defaults.sections, ...row.embed.sections } };
}

/** A program as the API shows it. */
export function toProgram(row: ProgramRow): Program {
  return recordOf(program, row, { embed: embedSettings(row) });
}
