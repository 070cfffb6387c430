import type { ReferralsMessage } from "../contract/embed.ts";
import { panelWords } from "./english/panel-words.ts";
import { shellWords } from "./english/shell-words.ts";

/**
 * The English catalogue, and by its keys the type of every other: strings with `{name}` slots, or one string per CLDR
 * plural category chosen by the slot `count`. Plain data, no markup, nothing glued together (DES-I1).
 */
const en: Record<keyof typeof shellWords | keyof typeof panelWords, ReferralsMessage> = {
  ...shellWords,
  ...panelWords,
};

export default en;
