import type { ReferralsMessage } from "../contract/embed.ts";
import type { ReferralsMessageKey } from "./message-key.ts";
import { figures } from "./ja/figures.ts";
import { forms } from "./ja/forms.ts";
import { lists } from "./ja/lists.ts";
import { shell } from "./ja/shell.ts";

/** Japanese. */
const catalogue: Record<ReferralsMessageKey, ReferralsMessage> = {
  ...shell,
  ...figures,
  ...lists,
  ...forms,
};

export default catalogue;
