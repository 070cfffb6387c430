import type { ReferralsMessage } from "../contract/embed.ts";
import { figures } from "./en/figures.ts";
import { forms } from "./en/forms.ts";
import { lists } from "./en/lists.ts";
import { shell } from "./en/shell.ts";
import { states } from "./en/states.ts";

/**
 * The English catalogue, and by its keys the type of every other: strings with `{name}` slots, or one string per CLDR
 * plural category chosen by the slot `count`. Plain data, no markup, nothing glued together (DES-I1).
 */
const catalogue: Record<
  keyof typeof shell | keyof typeof states | keyof typeof figures | keyof typeof lists | keyof typeof forms,
  ReferralsMessage
> = {
  ...shell,
  ...states,
  ...figures,
  ...lists,
  ...forms,
};

export default catalogue;
