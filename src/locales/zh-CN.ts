import type { ReferralsMessage } from "../contract/embed.ts";
import type { ReferralsMessageKey } from "./message-key.ts";
import { figures } from "./zh-CN/figures.ts";
import { forms } from "./zh-CN/forms.ts";
import { lists } from "./zh-CN/lists.ts";
import { shell } from "./zh-CN/shell.ts";
import { states } from "./zh-CN/states.ts";

/** Simplified Chinese. */
const catalogue: Record<ReferralsMessageKey, ReferralsMessage> = {
  ...shell,
  ...states,
  ...figures,
  ...lists,
  ...forms,
};

export default catalogue;
