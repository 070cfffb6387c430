import type { ReferralsMessage } from "../contract/embed.ts";
import type { ReferralsMessageKey } from "./message-key.ts";
import { figures } from "./ko/figures.ts";
import { forms } from "./ko/forms.ts";
import { lists } from "./ko/lists.ts";
import { shell } from "./ko/shell.ts";
import { states } from "./ko/states.ts";

/** Korean. */
const catalogue: Record<ReferralsMessageKey, ReferralsMessage> = {
  ...shell,
  ...states,
  ...figures,
  ...lists,
  ...forms,
};

export default catalogue;
