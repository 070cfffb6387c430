import type { ReferralsMessage } from "../contract/embed.ts";
import type { ReferralsMessageKey } from "./message-key.ts";
import { figures } from "./he/figures.ts";
import { forms } from "./he/forms.ts";
import { lists } from "./he/lists.ts";
import { shell } from "./he/shell.ts";
import { states } from "./he/states.ts";

/** Hebrew. */
const catalogue: Record<ReferralsMessageKey, ReferralsMessage> = {
  ...shell,
  ...states,
  ...figures,
  ...lists,
  ...forms,
};

export default catalogue;
