/** The words of the pages where people apply and sign in. `{email}` and `{program}` are filled. */
export interface DoorWords {
  /** Heading where nobody is signed in. */
  title: string;
  /** What to do there, where no mails are sent. */
  ask: string;
  /** The button that uses a link up. */
  signIn: string;
  signOut: string;
  signOutEverywhere: string;
  /** Of a link that works no more. */
  spent: string;
  /** Of a form that another site sent. */
  foreign: string;
  /** Why payout details are hidden. */
  stale: string;
  script: string;
  /** What to do where nobody is signed in. */
  askAddress: string;
  sendLink: string;
  /** Heading once a mail was asked for. */
  checkMail: string;
  linkSent: string;
  /** Of a link that another browser asked for. */
  otherBrowser: string;
  /** Label of the choice of programs. */
  program: string;
  /** The button that opens the program that was chosen. */
  open: string;
  /** Heading of a join page. */
  become: string;
  /** Before the way to the sign-in. */
  already: string;
  /** What to do once the form was sent. */
  sent: string;
  confirmTitle: string;
  confirmText: string;
  closed: string;
  invitationOnly: string;
  /** Where no mails are sent, so that no address can be proven. */
  noMail: string;
  formChanged: string;
  /** After too many requests of one sender. */
  tooMany: string;
  /** After too many applications of a day. */
  fullDay: string;
  acceptTerms: string;
  /** Heading where several programs can be joined. */
  programs: string;
  /** Of an address without a program. */
  missing: string;
}
