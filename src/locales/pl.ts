import type { ReferralsMessage } from "../contract/embed.ts";
import type { ReferralsMessageKey } from "./message-key.ts";
import { figures } from "./pl/figures.ts";
import { forms } from "./pl/forms.ts";
import { lists } from "./pl/lists.ts";
import { shell } from "./pl/shell.ts";
import { states } from "./pl/states.ts";

/** Polish. */
const catalogue: Record<ReferralsMessageKey, ReferralsMessage> = {
  ...shell,
  ...states,
  ...figures,
  ...lists,
  ...forms,
};

export default catalogue;
