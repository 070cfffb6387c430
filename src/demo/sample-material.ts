import type { Bootstrap } from "../contract/index.ts";
import { landingPage } from "./links.ts";

/** What partners ask. */
export const faq: Bootstrap["faq"] = [
  {
    question: "When do I get paid?",
    answer: "On the first of each month, for every sale whose 30 days have passed and once 50.00 have come together.",
  },
  {
    question: "How long does a link count?",
    answer: "For 90 days. A sale within that time is yours.",
  },
  { question: "May I use paid ads?", answer: "Yes, but not on the name Northlight." },
  { question: "What happens when a customer is refunded?", answer: "The commission of that sale is taken back." },
];

/** What partners may use. */
export const resources: Bootstrap["resources"] = [
  { type: "logo", name: "Logo", value: `${landingPage}press/logo.svg` },
  { type: "file", name: "Screenshots", value: `${landingPage}press/screenshots.zip` },
  { type: "color", name: "Northlight blue", value: "#2867e4" },
  { type: "color", name: "Night", value: "#0b1020" },
  { type: "link", name: "Partner handbook", value: `${landingPage}handbook` },
];
