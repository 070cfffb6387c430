import type { DoorWords } from "./door-words.ts";

const words: DoorWords = {
  title: "Anmeldung für Partner",
  ask: "Öffnen Sie den Link, den das Programm Ihnen geschickt hat. Er meldet Sie auf dieser Seite an.",
  signIn: "Anmelden",
  signOut: "Abmelden",
  signOutEverywhere: "Überall abmelden",
  spent: "Dieser Link wurde schon benutzt oder ist abgelaufen. Bitten Sie das Programm um einen neuen.",
  foreign:
    "Eine andere Website hat diese Anfrage geschickt, daher ist nichts geschehen. Öffnen Sie Ihren Link noch einmal.",
  stale: "Um Ihre Auszahlungsart zu ändern, melden Sie sich mit einem neuen Link an: das Programm schickt Ihnen einen.",
  script: "Diese Seite braucht JavaScript, um Ihre Empfehlungen zu zeigen.",
  askAddress:
    "Geben Sie Ihre E-Mail-Adresse ein. Gehört sie zu einem Partner, kommt dorthin ein Link, der Sie anmeldet.",
  sendLink: "Link senden",
  checkMail: "Sehen Sie in Ihre E-Mails",
  linkSent: "Wenn {email} zu einem Partner gehört, ist ein Link unterwegs. Er gilt einmal und 15 Minuten lang.",
  otherBrowser:
    "Dieser Link wurde in einem anderen Browser angefordert. Melden Sie sich hier nur an, wenn Sie das waren.",
  program: "Programm",
  open: "Öffnen",
  become: "Partner werden",
  already: "Sind Sie schon Partner?",
  sent: "Öffnen Sie innerhalb von 24 Stunden den Link in der E-Mail an {email}: Ihre Bewerbung wird gesendet, wenn Sie dort bestätigen.",
  confirmTitle: "Noch ein Schritt",
  confirmText: "Bestätigen Sie, dass {email} Ihre Adresse ist, dann geht Ihre Bewerbung an {program}.",
  closed: "{program} nimmt zurzeit keine Bewerbungen an.",
  invitationOnly: "{program} nimmt Partner nur auf Einladung auf.",
  noMail: "Bewerbungen können hier noch nicht gesendet werden.",
  formChanged: "Die Fragen wurden geändert, seit Sie geantwortet haben. Bitte bewerben Sie sich noch einmal.",
  tooMany: "Zu viele Versuche in kurzer Zeit. Warten Sie eine Minute und versuchen Sie es erneut.",
  fullDay: "{program} hat heute zu viele Bewerbungen erhalten. Versuchen Sie es morgen wieder.",
  acceptTerms: "Ich akzeptiere die Bedingungen",
  programs: "Programme",
  missing: "Unter dieser Adresse gibt es kein Programm.",
};
export default words;
