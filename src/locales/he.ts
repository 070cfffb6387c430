import type { ReferralsMessage } from "../contract/embed.ts";
import type { ReferralsMessageKey } from "./message-key.ts";
import { figures } from "./he/figures.ts";
import { forms } from "./he/forms.ts";
import { lists } from "./he/lists.ts";
import { shell } from "./he/shell.ts";

/** Hebrew. */
const catalogue: Record<ReferralsMessageKey, ReferralsMessage> = {
  ...shell,
  ...figures,
  ...lists,
  ...forms,
};

export default catalogue;
