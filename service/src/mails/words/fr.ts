import type { MailWords } from "../mail-words.ts";

export const fr: MailWords = {
  texts: {
    confirmAddress: {
      subject: "Confirmez votre adresse pour {program}",
      body: "Bonjour {name},\n\nMerci de votre candidature à {program}. Veuillez confirmer que cette adresse est la vôtre : votre candidature sera alors envoyée.\n\n{link}\n\nLe lien est valable {valid}. Si vous n’avez pas postulé, vous pouvez ignorer ce message : rien ne se passera.",
    },
    applicationReceived: {
      subject: "{program} a reçu votre candidature",
      body: "Bonjour {name},\n\nVotre candidature à {program} est bien arrivée. Elle est en cours de lecture, et vous recevrez un message dès qu’une décision sera prise. Vous n’avez rien à faire.",
    },
    invited: {
      subject: "{program} vous invite",
      body: "Bonjour {name},\n\n{program} vous invite à devenir partenaire : partagez votre propre lien et gagnez de l’argent lorsque les personnes que vous recommandez deviennent clientes.\n\n{link}\n\nL’invitation est valable {valid}.",
    },
    approved: {
      subject: "Bienvenue chez {program}",
      body: "Bonjour {name},\n\nVotre candidature est acceptée : vous êtes désormais partenaire de {program}. Votre lien est prêt, partagez-le où vous voulez.\n\n{link}",
    },
    rejected: {
      subject: "Votre candidature à {program}",
      body: "Bonjour {name},\n\nMerci de votre intérêt pour {program}. Votre candidature n’a pas été retenue cette fois-ci.\n\n{reason}\n{note}\n\nVous pourrez postuler de nouveau à partir du {reapplyAfter}.\n\n{link}",
    },
    signIn: {
      subject: "Votre lien de connexion à {program}",
      body: "Bonjour {name},\n\nCe lien vous connecte à {program}.\n\n{link}\n\nIl ne sert qu’une fois et reste valable {valid}. Si vous ne l’avez pas demandé, vous pouvez ignorer ce message : personne ne peut se connecter sans le lien.",
    },
    firstSale: {
      subject: "Votre première vente : {amount}",
      body: "Bonjour {name},\n\nFélicitations ! Une personne que vous avez recommandée à {program} vient de faire son premier achat.\n\nVous avez gagné : {amount}\n\nLes suivantes viendront d’elles-mêmes tant que votre lien circule.\n\n{link}",
    },
    payoutSent: {
      subject: "{amount} sont en route vers vous",
      body: "Bonjour {name},\n\n{program} a envoyé votre paiement. Selon le mode de paiement, il arrive dans les prochains jours.\n\nVersé : {amount}\n\n{link}",
    },
    payoutFailed: {
      subject: "Votre paiement de {amount} n’est pas arrivé",
      body: "Bonjour {name},\n\n{program} n’a pas pu vous payer. L’argent reste à vous, et le paiement sera tenté de nouveau.\n\nMontant : {amount}\nRaison : {reason}\n\nVeuillez vérifier où vont vos paiements.\n\n{link}",
    },
    monthlySummary: {
      subject: "{program} : {month}",
      body: "Bonjour {name},\n\nVoici votre mois.\n\nClics : {clicks}\nProspects : {leads}\nVentes : {sales}\nGains : {amount}\n\n{link}",
    },
    consoleSignIn: {
      subject: "Votre lien de connexion à la console de {program}",
      body: "Bonjour {name},\n\nCe lien vous connecte à la console, où vous gérez {program}.\n\n{link}\n\nIl ne sert qu’une fois et reste valable {valid}. Si vous ne l’avez pas demandé, vous pouvez ignorer ce message : personne ne peut se connecter sans le lien.",
    },
    newApplication: {
      subject: "{partner} souhaite rejoindre {program}",
      body: "Bonjour {name},\n\n{partner} a postulé à {program} et attend une réponse.\n\n{link}",
    },
    ownerDigest: {
      subject: "{program} : ce qui vous attend aujourd’hui",
      body: "Bonjour {name},\n\nVoici ce qui vous attend dans {program}.\n\nCandidatures : {applications}\nPaiements à effectuer : {payouts}\nWebhooks en échec : {webhooks}\nIntégrations en échec : {integrations}\n\n{link}",
    },
  },
  buttons: {
    confirmAddress: "Confirmer l’adresse",
    invited: "Accepter l’invitation",
    approved: "Ouvrir mon tableau de bord",
    rejected: "Voir ma candidature",
    signIn: "Se connecter",
    firstSale: "Voir mes gains",
    payoutSent: "Voir mes paiements",
    payoutFailed: "Vérifier mes paiements",
    monthlySummary: "Ouvrir mon tableau de bord",
    consoleSignIn: "Se connecter",
    newApplication: "Lire la candidature",
    ownerDigest: "Ouvrir la console",
  },
  asked: "Vous recevez ce message parce que votre adresse a été saisie chez {program}.",
  partOf: "Vous recevez ce message parce que vous êtes partenaire de {program}.",
  runs: "Vous recevez ce message parce que vous gérez {program}.",
  choose: "Choisir vos messages ou vous désabonner",
  copy: "Si le bouton ne fonctionne pas, ouvrez cette adresse :",
  choices: {
    title: "Vos messages",
    ask: "Quels messages de {program} souhaitez-vous recevoir ?",
    kinds: {
      applicationReceived: "Ma candidature est arrivée",
      approved: "Ma candidature est acceptée",
      rejected: "Ma candidature n’est pas retenue",
      firstSale: "Ma première vente",
      payoutSent: "Un paiement est envoyé",
      payoutFailed: "Un paiement a échoué",
      monthlySummary: "Un résumé chaque mois",
    },
    owner: "Ce qui m’attend : candidatures, paiements, échecs",
    save: "Enregistrer",
    saved: "Enregistré.",
    none: "Aucun message",
    gone: "Ce lien ne fonctionne plus. Ouvrez celui de votre message le plus récent.",
  },
};
