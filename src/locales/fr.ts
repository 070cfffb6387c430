import type { ReferralsMessage } from "../contract/embed.ts";
import type { ReferralsMessageKey } from "./message-key.ts";
import { figures } from "./fr/figures.ts";
import { forms } from "./fr/forms.ts";
import { lists } from "./fr/lists.ts";
import { shell } from "./fr/shell.ts";
import { states } from "./fr/states.ts";

/** French. */
const catalogue: Record<ReferralsMessageKey, ReferralsMessage> = {
  ...shell,
  ...states,
  ...figures,
  ...lists,
  ...forms,
};

export default catalogue;
