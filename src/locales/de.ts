import type { ReferralsMessage } from "../contract/embed.ts";
import type { ReferralsMessageKey } from "./message-key.ts";
import { figures } from "./de/figures.ts";
import { forms } from "./de/forms.ts";
import { lists } from "./de/lists.ts";
import { shell } from "./de/shell.ts";
import { states } from "./de/states.ts";

/** German. */
const catalogue: Record<ReferralsMessageKey, ReferralsMessage> = {
  ...shell,
  ...states,
  ...figures,
  ...lists,
  ...forms,
};

export default catalogue;
