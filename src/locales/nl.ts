import type { ReferralsMessage } from "../contract/embed.ts";
import type { ReferralsMessageKey } from "./message-key.ts";
import { figures } from "./nl/figures.ts";
import { forms } from "./nl/forms.ts";
import { lists } from "./nl/lists.ts";
import { shell } from "./nl/shell.ts";
import { states } from "./nl/states.ts";

/** Dutch. */
const catalogue: Record<ReferralsMessageKey, ReferralsMessage> = {
  ...shell,
  ...states,
  ...figures,
  ...lists,
  ...forms,
};

export default catalogue;
