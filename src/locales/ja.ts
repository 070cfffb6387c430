import type { ReferralsMessage } from "../contract/embed.ts";
import type { ReferralsMessageKey } from "./message-key.ts";
import { figures } from "./ja/figures.ts";
import { forms } from "./ja/forms.ts";
import { lists } from "./ja/lists.ts";
import { shell } from "./ja/shell.ts";
import { states } from "./ja/states.ts";

/** Japanese. */
const catalogue: Record<ReferralsMessageKey, ReferralsMessage> = {
  ...shell,
  ...states,
  ...figures,
  ...lists,
  ...forms,
};

export default catalogue;
