import { apply } from "./apply.ts";
import { audit } from "./audit.ts";
import { backup } from "./backup.ts";
import { consoleCommand } from "./console.ts";
import { commissions, dispute, endTermsCommand, erase, rate, rebind } from "./corrections.ts";
import { exportCommand, importCommand } from "./copy.ts";
import { doctor } from "./doctor.ts";
import { init } from "./init.ts";
import { integrations } from "./integrations.ts";
import { keys } from "./keys.ts";
import { list } from "./list.ts";
import { mail } from "./mail.ts";
import type { OperatorCommand } from "./operator.ts";
import { partners } from "./partners.ts";
import { payouts } from "./payouts.ts";
import { verify } from "./verify.ts";

/** The commands that work on an open store, in the order of the list. */
export const operatorCommands: Readonly<Record<string, OperatorCommand>> = {
  init,
  doctor,
  console: consoleCommand,
  verify,
  apply,
  keys,
  integrations,
  partners,
  erase,
  payouts,
  mail,
  list,
  audit,
  commissions,
  rate,
  dispute,
  rebind,
  "end-terms": endTermsCommand,
  export: exportCommand,
  import: importCommand,
  backup,
};
