import { referralsSections } from "../src/contract/sections.ts";
import en from "../src/locales/en.ts";

/** The tabs of `data="referrals"` in English, in their order: a list in a test would leave out a new one. */
export const tabNames = referralsSections.map((section) => String(en[`section.${section}`]));
