import { createElement } from "react";
import { ReferralsEmbed } from "referrals-embed";

/** Inline and with a demo token: the dashboard and its data are chunks that come later. */
export const Referrals = () => createElement(ReferralsEmbed, { mode: "inline", data: "referrals", token: "demo" });
