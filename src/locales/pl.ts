import type { ReferralsMessage } from "../contract/embed.ts";
import type { ReferralsMessageKey } from "./message-key.ts";
import { figures } from "./pl/figures.ts";
import { forms } from "./pl/forms.ts";
import { lists } from "./pl/lists.ts";
import { shell } from "./pl/shell.ts";

/** Polish. */
const catalogue: Record<ReferralsMessageKey, ReferralsMessage> = {
  ...shell,
  ...figures,
  ...lists,
  ...forms,
};

export default catalogue;
