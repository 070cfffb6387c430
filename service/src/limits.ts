import type { Plan } from "referrals-embed/contract";

/** Requests of a secret key in a minute. */
export const requestsOfPlan: Record<Plan, number> = {
  free: 60,
  pro: 600,
  business: 1200,
  advanced: 3000,
  enterprise: 3000,
};

interface Limit {
  amount: number;
  /** The counting period; 0 limits parallel requests. */
  seconds: number;
  /** What is counted, and per what. */
  counts: string;
  spentBy: string;
  suffers: string;
}

/** A limit of one user: when exhausted, only that user is refused. */
const ownUse = { suffers: "the same" };

/**
 * Every limit on a number of requests. A limit counts per credential and address, so that only the caller who exhausts it is refused. Those
 * of `sharedLimits` are totals over all addresses: they count only stored or computed work, and their exhaustion is reported. The threat
 * model repeats these rows; a test compares both.
 */
export const limits = {
  unproven: {
    amount: 600,
    seconds: 10,
    counts:
      "requests of any kind but redirects without a credential that was accepted, passwords of links too, by address, a body as one more for each 16 KiB; they wait up to a second for a turn",
    spentBy: "anybody, for their own address",
    suffers: "who shares that address and has no accepted credential",
  },
  secretKey: {
    amount: requestsOfPlan.enterprise,
    seconds: 60,
    counts: "requests, by secret key; 60 to 3,000 by plan",
    spentBy: "who holds the key",
    ...ownUse,
  },
  reportsOfKey: {
    amount: 600,
    seconds: 60,
    counts: "analytics and lists of events, by secret key",
    spentBy: "who holds the key",
    ...ownUse,
  },
  publishableKey: {
    amount: 120,
    seconds: 60,
    counts: "posts of leads and sales, by publishable key and address",
    spentBy: "anybody, for their own address",
    suffers: "who shares that address",
  },
  storedByPage: {
    amount: 600,
    seconds: 60,
    counts: "leads and sales that were taken, by publishable key",
    spentBy: "five addresses or more that send what is valid",
    suffers: "visitors of that workspace; its server's reports go on",
  },
  embedToken: {
    amount: 120,
    seconds: 60,
    counts: "requests, by embed token",
    spentBy: "who holds the token",
    ...ownUse,
  },
  person: {
    amount: 600,
    seconds: 60,
    counts: "requests of the console, by person",
    spentBy: "who is signed in",
    ...ownUse,
  },
  consoleSignIns: {
    amount: 10,
    seconds: 60,
    counts: "links to the console that are asked for, by address",
    spentBy: "anybody, for their own address",
    suffers: "who shares that address",
  },
  tokensOfSession: {
    amount: 30,
    seconds: 60,
    counts: "embed tokens for the partner's own page, by session and address",
    spentBy: "who is signed in",
    ...ownUse,
  },
  doorMails: {
    amount: 10,
    seconds: 60,
    counts: "requests that may send a mail: applications on a join page, sign-in links, by address",
    spentBy: "anybody, for their own address",
    suffers: "who shares that address",
  },
  signInLinksOfPartner: {
    amount: 5,
    seconds: 86_400,
    counts: "sign-in links that were asked for by mail, by partner; further ones are not sent",
    spentBy: "anybody who knows the partner's address",
    suffers: "that partner: an operator's link or an older mail signs in",
  },
  mailsOfPartner: {
    amount: 50,
    seconds: 86_400,
    counts: "mails that a partner may turn off, by partner in a workspace; further ones are not sent",
    spentBy: "the program, by what it does with the partner",
    suffers: "that partner: the dashboard shows the same",
  },
  applicationMails: {
    amount: 50,
    seconds: 86_400,
    counts: "mails of new applications, by workspace; further ones are not sent, and the daily mail counts them",
    spentBy: "anybody who applies",
    suffers: "who runs that program, until the daily mail",
  },
  applicationsOfAddress: {
    amount: 3,
    seconds: 86_400,
    counts:
      "applications on a join page that wait for their confirmation, by e-mail address; further ones are not sent",
    spentBy: "anybody who knows the address",
    suffers: "who has that address, for a day",
  },
  invitationMails: {
    amount: 3,
    seconds: 86_400,
    counts: "mails that invite, by partner; further ones are not sent, and the link is answered",
    spentBy: "who holds the key",
    suffers: "the same",
  },
  applicationsOfProgram: {
    amount: 1000,
    seconds: 86_400,
    counts: "applications on a program's join pages that wait for their confirmation",
    spentBy: "a hundred addresses or more in ten minutes",
    suffers: "strangers who apply to that program on that day; partners and invitations go on",
  },
  streamsOfToken: {
    amount: 4,
    seconds: 0,
    counts: "open streams, by embed token",
    spentBy: "who holds the token",
    ...ownUse,
  },
  streamsOfEnrollment: {
    amount: 100,
    seconds: 0,
    counts: "open streams, by partner and process",
    spentBy: "25 tokens of the partner, which the host's secret key makes",
    suffers: "that partner: dashboards read now and then instead",
  },
  streamsOfWorkspace: {
    amount: 5000,
    seconds: 0,
    counts: "open streams, by workspace and process",
    spentBy: "fifty of its partners, or who holds its secret key",
    suffers: "partners of that workspace: dashboards read now and then instead",
  },
  streamsOfProcess: {
    amount: 10_000,
    seconds: 0,
    counts: "open streams of a process",
    spentBy: "two workspaces",
    suffers: "everybody who opens another one: dashboards read now and then instead",
  },
  open: {
    amount: 120,
    seconds: 60,
    counts: "clicks, visits, opens and offers, by address",
    spentBy: "anybody, for their own address",
    suffers: "who shares that address",
  },
  qrCode: {
    amount: 120,
    seconds: 60,
    counts: "QR codes, by address",
    spentBy: "anybody, for their own address",
    suffers: "who shares that address",
  },
  providerEvents: {
    amount: 600,
    seconds: 60,
    counts: "events, by integration and address",
    spentBy: "the provider, for one integration; anybody who knows its address, for their own",
    suffers: "that integration, whose provider sends again later",
  },
  unknownIntegration: {
    amount: 600,
    seconds: 60,
    counts: "events for integrations that do not exist, by address",
    spentBy: "anybody, for their own address",
    suffers: "nobody: such events get 429 instead of 404",
  },
  failedCredentials: {
    amount: 60,
    seconds: 60,
    counts: "refused credentials, by address",
    spentBy: "anybody, for their own address",
    suffers: "nobody: refused credentials get 429 instead of 401, valid ones are not counted",
  },
  passwordOfAddress: {
    amount: 10,
    seconds: 600,
    counts: "wrong passwords, by link and address",
    spentBy: "anybody, for their own address",
    suffers: "who shares that address, on that link",
  },
  passwordOfLink: {
    amount: 100,
    seconds: 600,
    counts: "wrong passwords, by link",
    spentBy: "ten addresses or more",
    suffers: "addresses that were wrong before; others have one try left, as `passwordOfNetwork` says",
  },
  passwordOfNetwork: {
    amount: 10,
    seconds: 600,
    counts: "wrong passwords after `passwordOfLink` is exhausted, by link and network (IPv4 /24, IPv6 /48)",
    spentBy: "ten addresses of the network",
    suffers: "who shares that network, on that link",
  },
  waitingAtStart: {
    amount: 1000,
    seconds: 0,
    counts: "requests that wait while the service starts",
    spentBy: "ten addresses or more",
    suffers: "requests that come in these seconds: they are asked to come again",
  },
  waitingOfAddress: {
    amount: 100,
    seconds: 0,
    counts: "requests that wait while the service starts, by address",
    spentBy: "anybody, for their own address",
    suffers: "who shares that address",
  },
} as const satisfies Record<string, Limit>;

/** A limit's name. */
export type LimitName = keyof typeof limits;

/** Totals shared by several addresses, in words for the operator. */
export const sharedLimits = {
  storedByPage: `A publishable key has stored ${limits.storedByPage.amount} leads and sales within a minute. Further ones from pages get 429; those of servers are taken.`,
  passwordOfLink: `A link was opened with ${limits.passwordOfLink.amount} wrong passwords within ten minutes. Addresses that were wrong before wait.`,
  applicationsOfProgram: `A program has ${limits.applicationsOfProgram.amount} applications of a day that were not confirmed. Further strangers are asked to come again tomorrow; partners and invitations go on.`,
  streamsOfWorkspace: `A workspace has ${limits.streamsOfWorkspace.amount} event streams open on one process. Further dashboards of its partners read now and then instead.`,
  streamsOfProcess: `A process has ${limits.streamsOfProcess.amount} event streams open. Further dashboards read now and then instead; another process would serve them.`,
} as const satisfies Partial<Record<LimitName, string>>;

/** A limit whose exhaustion is reported. */
export type SharedLimit = keyof typeof sharedLimits;

/** Called for each request that a shared total refuses, with the id of the total's owner. */
export type OnExhausted = (limit: SharedLimit, subject: string) => void;
