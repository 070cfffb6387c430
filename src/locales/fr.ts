import type { ReferralsMessage } from "../contract/embed.ts";
import type { ReferralsMessageKey } from "./message-key.ts";
import { figures } from "./fr/figures.ts";
import { forms } from "./fr/forms.ts";
import { lists } from "./fr/lists.ts";
import { shell } from "./fr/shell.ts";

/** French. */
const catalogue: Record<ReferralsMessageKey, ReferralsMessage> = {
  ...shell,
  ...figures,
  ...lists,
  ...forms,
};

export default catalogue;
