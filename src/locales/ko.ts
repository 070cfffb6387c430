import type { ReferralsMessage } from "../contract/embed.ts";
import type { ReferralsMessageKey } from "./message-key.ts";
import { figures } from "./ko/figures.ts";
import { forms } from "./ko/forms.ts";
import { lists } from "./ko/lists.ts";
import { shell } from "./ko/shell.ts";

/** Korean. */
const catalogue: Record<ReferralsMessageKey, ReferralsMessage> = {
  ...shell,
  ...figures,
  ...lists,
  ...forms,
};

export default catalogue;
