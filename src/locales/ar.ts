import type { ReferralsMessage } from "../contract/embed.ts";
import type { ReferralsMessageKey } from "./message-key.ts";
import { figures } from "./ar/figures.ts";
import { forms } from "./ar/forms.ts";
import { lists } from "./ar/lists.ts";
import { shell } from "./ar/shell.ts";
import { states } from "./ar/states.ts";

/** Arabic. */
const catalogue: Record<ReferralsMessageKey, ReferralsMessage> = {
  ...shell,
  ...states,
  ...figures,
  ...lists,
  ...forms,
};

export default catalogue;
