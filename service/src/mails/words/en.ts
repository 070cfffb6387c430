import type { MailWords } from "../mail-words.ts";

export const en: MailWords = {
  texts: {
    confirmAddress: {
      subject: "Confirm your address for {program}",
      body: "Hi {name},\n\nThank you for applying to {program}. Please confirm that this address is yours, then your application is sent.\n\n{link}\n\nThe link works for {valid}. If you did not apply, you can ignore this mail: nothing happens.",
    },
    applicationReceived: {
      subject: "{program} has received your application",
      body: "Hi {name},\n\nYour application to {program} has arrived. Somebody reads it now, and you get a mail as soon as it is decided. There is nothing you need to do.",
    },
    invited: {
      subject: "You are invited to {program}",
      body: "Hi {name},\n\n{program} invites you to become a partner: share your own link, and earn when people you refer become customers.\n\n{link}\n\nThe invitation is open for {valid}.",
    },
    approved: {
      subject: "Welcome to {program}",
      body: "Hi {name},\n\nYour application was accepted: you are now a partner of {program}. Your link is ready, share it wherever you like.\n\n{link}",
    },
    rejected: {
      subject: "Your application to {program}",
      body: "Hi {name},\n\nThank you for your interest in {program}. Your application was not accepted this time.\n\n{reason}\n{note}\n\nYou can apply again from {reapplyAfter}.\n\n{link}",
    },
    signIn: {
      subject: "Your sign-in link for {program}",
      body: "Hi {name},\n\nThis link signs you in to {program}.\n\n{link}\n\nIt works once, for {valid}. If you did not ask for it, you can ignore this mail: nobody can sign in without the link.",
    },
    firstSale: {
      subject: "Your first sale: {amount}",
      body: "Hi {name},\n\nCongratulations! Somebody whom you referred to {program} has bought for the first time.\n\nYou earned: {amount}\n\nThe next ones follow by themselves as long as your link is out there.\n\n{link}",
    },
    payoutSent: {
      subject: "{amount} is on its way to you",
      body: "Hi {name},\n\n{program} has sent your payout. Depending on how you are paid, it arrives within a few days.\n\nPaid out: {amount}\n\n{link}",
    },
    payoutFailed: {
      subject: "Your payout of {amount} did not arrive",
      body: "Hi {name},\n\n{program} could not pay you. The money stays yours, and the payout is tried again.\n\nAmount: {amount}\nReason: {reason}\n\nPlease check where your payouts go.\n\n{link}",
    },
    monthlySummary: {
      subject: "{program}: {month}",
      body: "Hi {name},\n\nThis was your month.\n\nClicks: {clicks}\nLeads: {leads}\nSales: {sales}\nEarned: {amount}\n\n{link}",
    },
    consoleSignIn: {
      subject: "Your sign-in link for the console of {program}",
      body: "Hi {name},\n\nThis link signs you in to the console, where you run {program}.\n\n{link}\n\nIt works once, for {valid}. If you did not ask for it, you can ignore this mail: nobody can sign in without the link.",
    },
    newApplication: {
      subject: "{partner} wants to join {program}",
      body: "Hi {name},\n\n{partner} has applied to {program} and waits for an answer.\n\n{link}",
    },
    ownerDigest: {
      subject: "{program}: what waits for you today",
      body: "Hi {name},\n\nThis waits for you in {program}.\n\nApplications: {applications}\nPayouts due: {payouts}\nFailing webhooks: {webhooks}\nFailing integrations: {integrations}\n\n{link}",
    },
  },
  buttons: {
    confirmAddress: "Confirm address",
    invited: "Accept the invitation",
    approved: "Open my dashboard",
    rejected: "See my application",
    signIn: "Sign in",
    firstSale: "See my earnings",
    payoutSent: "See my payouts",
    payoutFailed: "Check my payouts",
    monthlySummary: "Open my dashboard",
    consoleSignIn: "Sign in",
    newApplication: "Read the application",
    ownerDigest: "Open the console",
  },
  asked: "You get this mail because somebody entered your address at {program}.",
  partOf: "You get this mail because you are a partner of {program}.",
  runs: "You get this mail because you run {program}.",
  choose: "Choose your mails or unsubscribe",
  copy: "If the button does not work, open this address:",
  choices: {
    title: "Your mails",
    ask: "Which mails from {program} do you want?",
    kinds: {
      applicationReceived: "My application has arrived",
      approved: "My application is accepted",
      rejected: "My application is not accepted",
      firstSale: "My first sale",
      payoutSent: "A payout is sent",
      payoutFailed: "A payout fails",
      monthlySummary: "A summary each month",
    },
    owner: "What waits for me: applications, payouts, failures",
    save: "Save",
    saved: "Saved.",
    none: "No mails",
    gone: "This link does not work any more. Open the one in your newest mail.",
  },
};
