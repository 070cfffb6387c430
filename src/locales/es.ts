import type { ReferralsMessage } from "../contract/embed.ts";
import type { ReferralsMessageKey } from "./message-key.ts";
import { figures } from "./es/figures.ts";
import { forms } from "./es/forms.ts";
import { lists } from "./es/lists.ts";
import { shell } from "./es/shell.ts";
import { states } from "./es/states.ts";

/** Spanish. */
const catalogue: Record<ReferralsMessageKey, ReferralsMessage> = {
  ...shell,
  ...states,
  ...figures,
  ...lists,
  ...forms,
};

export default catalogue;
