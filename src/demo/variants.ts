import type { EnrollmentStatus } from "../contract/index.ts";
import { demoQuestions } from "./sample-content.ts";
import type { DemoScene } from "./scene.ts";

/** What each demo token changes in the default scene. */
export const demoVariants: Readonly<Record<DemoVariant, Partial<DemoScene>>> = {
  "": {},
  empty: { clickCount: 0, linkCount: 1 },
  "10k": { clickCount: 30_000, leadRate: 0.3, customerRate: 0.5, linkCount: 500, maxLinks: null },
  long: {
    programName: "The Northlight International Association of Independent Bookkeepers and Friends",
    partnerName: "Wilhelmina Alexandrina von Hohenstein-Featherstonehaugh-Papadopoulos y Rodríguez",
    prices: [1_999_999_999, 4_949_999_900, 9_876_543_210],
    linkSuffix: "-with-a-name-that-nobody-thought-would-ever-become-as-long-as-this",
  },
  jpy: { currency: "jpy" },
  applying: { status: "pending", applicationForm: demoQuestions, hasApplied: false },
  pending: { status: "pending" },
  invited: { status: "invited" },
  rejected: { status: "rejected" },
  declined: { status: "declined" },
  deactivated: { status: "deactivated" },
  banned: { status: "banned" },
  error: { failure: { calls: "panels", with: "internal_server_error" } },
  slow: { delayMs: 2000 },
  offline: { failure: { calls: "afterLoad", with: "network" } },
  rate_limited: { failure: { calls: "all", with: "rate_limit_exceeded" } },
  blocked: { failure: { calls: "all", with: "forbidden" } },
  expired: { expiresAfterMs: 5000 },
};

/** What may follow `demo:` in a demo token; empty for `demo` itself. */
export type DemoVariant =
  | ""
  | "empty"
  | "10k"
  | "long"
  | "jpy"
  | "applying"
  | Exclude<EnrollmentStatus, "approved" | "archived">
  | "error"
  | "slow"
  | "offline"
  | "rate_limited"
  | "blocked"
  | "expired";
