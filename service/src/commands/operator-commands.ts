import { apply } from "./apply.ts";
import { backup } from "./backup.ts";
import { dispute } from "./dispute.ts";
import { endTermsCommand } from "./end-terms.ts";
import { erase } from "./erase.ts";
import { exportCommand } from "./export.ts";
import { importCommand } from "./import.ts";
import { keys } from "./keys.ts";
import type { OperatorCommand } from "./operator.ts";
import { partners } from "./partners.ts";
import { payouts } from "./payouts.ts";
import { rate } from "./rate.ts";
import { rebind } from "./rebind.ts";
import { verify } from "./verify.ts";

/** The commands that work on an open store, in the order of the list. */
export const operatorCommands: Readonly<Record<string, OperatorCommand>> = {
  verify,
  apply,
  keys,
  partners,
  erase,
  payouts,
  rate,
  dispute,
  rebind,
  "end-terms": endTermsCommand,
  export: exportCommand,
  import: importCommand,
  backup,
};
