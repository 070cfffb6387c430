import type { MailWords } from "../mail-words.ts";

export const nl: MailWords = {
  texts: {
    confirmAddress: {
      subject: "Bevestig uw adres voor {program}",
      body: "Dag {name},\n\nBedankt voor uw aanmelding bij {program}. Bevestig dat dit adres van u is, dan wordt uw aanmelding verstuurd.\n\n{link}\n\nDe link is {valid} geldig. Hebt u zich niet aangemeld, dan kunt u deze mail negeren: er gebeurt niets.",
    },
    applicationReceived: {
      subject: "{program} heeft uw aanmelding ontvangen",
      body: "Dag {name},\n\nUw aanmelding bij {program} is binnen. Ze wordt nu gelezen, en u krijgt een mail zodra er is beslist. U hoeft verder niets te doen.",
    },
    invited: {
      subject: "U bent uitgenodigd voor {program}",
      body: "Dag {name},\n\n{program} nodigt u uit om partner te worden: deel uw eigen link en verdien wanneer de mensen die u doorverwijst klant worden.\n\n{link}\n\nDe uitnodiging is {valid} geldig.",
    },
    approved: {
      subject: "Welkom bij {program}",
      body: "Dag {name},\n\nUw aanmelding is geaccepteerd: u bent nu partner van {program}. Uw link staat klaar, deel hem waar u wilt.\n\n{link}",
    },
    rejected: {
      subject: "Uw aanmelding bij {program}",
      body: "Dag {name},\n\nBedankt voor uw interesse in {program}. Uw aanmelding is deze keer niet geaccepteerd.\n\n{reason}\n{note}\n\nU kunt zich opnieuw aanmelden vanaf {reapplyAfter}.\n\n{link}",
    },
    signIn: {
      subject: "Uw inloglink voor {program}",
      body: "Dag {name},\n\nMet deze link logt u in bij {program}.\n\n{link}\n\nHij werkt één keer en is {valid} geldig. Hebt u er niet om gevraagd, dan kunt u deze mail negeren: zonder de link kan niemand inloggen.",
    },
    firstSale: {
      subject: "Uw eerste verkoop: {amount}",
      body: "Dag {name},\n\nGefeliciteerd! Iemand die u naar {program} hebt verwezen, heeft voor het eerst gekocht.\n\nU hebt verdiend: {amount}\n\nZolang uw link rondgaat, volgen de volgende vanzelf.\n\n{link}",
    },
    payoutSent: {
      subject: "{amount} is naar u onderweg",
      body: "Dag {name},\n\n{program} heeft uw uitbetaling verstuurd. Afhankelijk van de betaalwijze komt ze binnen enkele dagen aan.\n\nUitbetaald: {amount}\n\n{link}",
    },
    payoutFailed: {
      subject: "Uw uitbetaling van {amount} is niet aangekomen",
      body: "Dag {name},\n\n{program} kon u niet uitbetalen. Het geld blijft van u en de uitbetaling wordt opnieuw geprobeerd.\n\nBedrag: {amount}\nReden: {reason}\n\nControleer waar uw uitbetalingen naartoe gaan.\n\n{link}",
    },
    monthlySummary: {
      subject: "{program}: {month}",
      body: "Dag {name},\n\nDit was uw maand.\n\nKliks: {clicks}\nLeads: {leads}\nVerkopen: {sales}\nVerdiend: {amount}\n\n{link}",
    },
    consoleSignIn: {
      subject: "Uw inloglink voor de console van {program}",
      body: "Dag {name},\n\nMet deze link logt u in bij de console, waar u {program} beheert.\n\n{link}\n\nHij werkt één keer en is {valid} geldig. Hebt u er niet om gevraagd, dan kunt u deze mail negeren: zonder de link kan niemand inloggen.",
    },
    newApplication: {
      subject: "{partner} wil meedoen met {program}",
      body: "Dag {name},\n\n{partner} heeft zich aangemeld bij {program} en wacht op antwoord.\n\n{link}",
    },
    ownerDigest: {
      subject: "{program}: wat er vandaag op u wacht",
      body: "Dag {name},\n\nDit wacht op u in {program}.\n\nAanmeldingen: {applications}\nUitbetalingen die klaarstaan: {payouts}\nWebhooks met fouten: {webhooks}\nIntegraties met fouten: {integrations}\n\n{link}",
    },
  },
  buttons: {
    confirmAddress: "Adres bevestigen",
    invited: "Uitnodiging accepteren",
    approved: "Mijn dashboard openen",
    rejected: "Mijn aanmelding bekijken",
    signIn: "Inloggen",
    firstSale: "Mijn verdiensten bekijken",
    payoutSent: "Mijn uitbetalingen bekijken",
    payoutFailed: "Mijn uitbetalingen controleren",
    monthlySummary: "Mijn dashboard openen",
    consoleSignIn: "Inloggen",
    newApplication: "Aanmelding lezen",
    ownerDigest: "Console openen",
  },
  asked: "U krijgt deze mail omdat iemand uw adres bij {program} heeft ingevuld.",
  partOf: "U krijgt deze mail omdat u partner van {program} bent.",
  runs: "U krijgt deze mail omdat u {program} beheert.",
  choose: "Kies uw mails of meld u af",
  copy: "Werkt de knop niet? Open dan dit adres:",
  choices: {
    title: "Uw mails",
    ask: "Welke mails van {program} wilt u krijgen?",
    kinds: {
      applicationReceived: "Mijn aanmelding is binnen",
      approved: "Mijn aanmelding is geaccepteerd",
      rejected: "Mijn aanmelding is niet geaccepteerd",
      firstSale: "Mijn eerste verkoop",
      payoutSent: "Een uitbetaling is verstuurd",
      payoutFailed: "Een uitbetaling is mislukt",
      monthlySummary: "Elke maand een overzicht",
    },
    owner: "Wat op mij wacht: aanmeldingen, uitbetalingen, fouten",
    save: "Opslaan",
    saved: "Opgeslagen.",
    none: "Geen mails",
    gone: "Deze link werkt niet meer. Open die in uw nieuwste mail.",
  },
};
