import type { ReferralsMessage } from "../contract/embed.ts";
import type { ReferralsMessageKey } from "./message-key.ts";
import { figures } from "./it/figures.ts";
import { forms } from "./it/forms.ts";
import { lists } from "./it/lists.ts";
import { shell } from "./it/shell.ts";
import { states } from "./it/states.ts";

/** Italian. */
const catalogue: Record<ReferralsMessageKey, ReferralsMessage> = {
  ...shell,
  ...states,
  ...figures,
  ...lists,
  ...forms,
};

export default catalogue;
