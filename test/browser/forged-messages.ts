/** What an attacker who has read the protocol would send. */
export const forgedMessages: object[] = [
  { ns: "referrals-embed", v: 1, type: "hello", versions: [1], page: "evil" },
  { ns: "referrals-embed", v: 1, type: "hello", versions: [9], page: "evil" },
  { ns: "referrals-embed", v: 1, type: "height", height: 7777, width: 1 },
  { ns: "referrals-embed", v: 1, type: "error", code: "unauthorized", message: "evil" },
  { ns: "referrals-embed", v: 1, type: "ping" },
];
