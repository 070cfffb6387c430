import type en from "./en.ts";

/** Key of a message a host may override. */
export type ReferralsMessageKey = keyof typeof en;
