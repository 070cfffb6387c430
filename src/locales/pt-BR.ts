import type { ReferralsMessage } from "../contract/embed.ts";
import type { ReferralsMessageKey } from "./message-key.ts";
import { figures } from "./pt-BR/figures.ts";
import { forms } from "./pt-BR/forms.ts";
import { lists } from "./pt-BR/lists.ts";
import { shell } from "./pt-BR/shell.ts";
import { states } from "./pt-BR/states.ts";

/** Brazilian Portuguese. */
const catalogue: Record<ReferralsMessageKey, ReferralsMessage> = {
  ...shell,
  ...states,
  ...figures,
  ...lists,
  ...forms,
};

export default catalogue;
