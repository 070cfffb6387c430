import type { DoorWords } from "./door-words.ts";

const words: DoorWords = {
  title: "Connexion des partenaires",
  ask: "Ouvrez le lien que le programme vous a envoyé. Il vous connecte sur cette page.",
  signIn: "Se connecter",
  signOut: "Se déconnecter",
  signOutEverywhere: "Se déconnecter partout",
  spent: "Ce lien a déjà servi ou a expiré. Demandez-en un nouveau au programme.",
  foreign: "Un autre site a envoyé cette demande : rien n’a été fait. Ouvrez de nouveau votre lien.",
  stale: "Pour changer la façon dont vous êtes payé, connectez-vous avec un nouveau lien : le programme vous l’envoie.",
  script: "Cette page a besoin de JavaScript pour afficher vos recommandations.",
  askAddress: "Saisissez votre adresse e-mail. Si elle est celle d’un partenaire, un lien de connexion y sera envoyé.",
  sendLink: "Envoyer le lien",
  checkMail: "Consultez vos e-mails",
  linkSent:
    "Si {email} est l’adresse d’un partenaire, un lien est en route. Il fonctionne une fois, pendant 15 minutes.",
  otherBrowser:
    "Ce lien a été demandé dans un autre navigateur. Connectez-vous ici seulement si c’est vous qui l’avez demandé.",
  program: "Programme",
  open: "Ouvrir",
  become: "Devenir partenaire",
  already: "Vous êtes déjà partenaire ?",
  sent: "Ouvrez sous 24 heures le lien de l’e-mail envoyé à {email} : votre candidature part quand vous y confirmez.",
  confirmTitle: "Encore une étape",
  confirmText: "Confirmez que {email} est votre adresse et votre candidature sera envoyée à {program}.",
  closed: "{program} n’accepte pas de candidatures pour le moment.",
  invitationOnly: "{program} n’accepte de partenaires que sur invitation.",
  noMail: "Il n’est pas encore possible d’envoyer une candidature ici.",
  formChanged: "Les questions ont changé depuis vos réponses. Veuillez envoyer à nouveau votre candidature.",
  tooMany: "Trop de tentatives en peu de temps. Attendez une minute et réessayez.",
  fullDay: "{program} a reçu trop de candidatures aujourd’hui. Réessayez demain.",
  acceptTerms: "J’accepte les conditions",
  programs: "Programmes",
  missing: "Il n’y a pas de programme à cette adresse.",
};
export default words;
