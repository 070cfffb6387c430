import type { MailWords } from "../mail-words.ts";

export const it: MailWords = {
  texts: {
    confirmAddress: {
      subject: "Confermi il Suo indirizzo per {program}",
      body: "Buongiorno {name},\n\nGrazie per la Sua candidatura a {program}. Confermi che questo indirizzo è Suo e la candidatura verrà inviata.\n\n{link}\n\nIl link è valido per {valid}. Se non si è candidato, può ignorare questa e-mail: non succederà nulla.",
    },
    applicationReceived: {
      subject: "{program} ha ricevuto la Sua candidatura",
      body: "Buongiorno {name},\n\nLa Sua candidatura a {program} è arrivata. È in lettura, e riceverà un’e-mail non appena ci sarà una decisione. Non deve fare altro.",
    },
    invited: {
      subject: "{program} La invita",
      body: "Buongiorno {name},\n\n{program} La invita a diventare partner: condivida il Suo link personale e guadagni quando le persone che segnala diventano clienti.\n\n{link}\n\nL’invito è valido per {valid}.",
    },
    approved: {
      subject: "Le diamo il benvenuto in {program}",
      body: "Buongiorno {name},\n\nLa Sua candidatura è stata accettata: ora è partner di {program}. Il Suo link è pronto, lo condivida dove preferisce.\n\n{link}",
    },
    rejected: {
      subject: "La Sua candidatura a {program}",
      body: "Buongiorno {name},\n\nGrazie per il Suo interesse per {program}. Questa volta la Sua candidatura non è stata accettata.\n\n{reason}\n{note}\n\nData da cui può candidarsi di nuovo: {reapplyAfter}\n\n{link}",
    },
    signIn: {
      subject: "Il Suo link di accesso a {program}",
      body: "Buongiorno {name},\n\nCon questo link accede a {program}.\n\n{link}\n\nFunziona una sola volta, per {valid}. Se non l’ha chiesto, può ignorare questa e-mail: nessuno può accedere senza il link.",
    },
    firstSale: {
      subject: "La Sua prima vendita: {amount}",
      body: "Buongiorno {name},\n\nCongratulazioni! Una persona che ha segnalato a {program} ha acquistato per la prima volta.\n\nHa guadagnato: {amount}\n\nLe prossime arriveranno da sole finché il Suo link è in giro.\n\n{link}",
    },
    payoutSent: {
      subject: "{amount} in arrivo",
      body: "Buongiorno {name},\n\n{program} ha inviato il Suo pagamento. A seconda del metodo arriva nei prossimi giorni.\n\nPagato: {amount}\n\n{link}",
    },
    payoutFailed: {
      subject: "Il Suo pagamento di {amount} non è arrivato",
      body: "Buongiorno {name},\n\n{program} non è riuscito a pagarla. Il denaro resta Suo e il pagamento verrà ritentato.\n\nImporto: {amount}\nMotivo: {reason}\n\nControlli dove vanno i Suoi pagamenti.\n\n{link}",
    },
    monthlySummary: {
      subject: "{program}: {month}",
      body: "Buongiorno {name},\n\nQuesto è stato il Suo mese.\n\nClic: {clicks}\nLead: {leads}\nVendite: {sales}\nGuadagno: {amount}\n\n{link}",
    },
    consoleSignIn: {
      subject: "Il Suo link di accesso alla console di {program}",
      body: "Buongiorno {name},\n\nCon questo link accede alla console, dove gestisce {program}.\n\n{link}\n\nFunziona una sola volta, per {valid}. Se non l’ha chiesto, può ignorare questa e-mail: nessuno può accedere senza il link.",
    },
    newApplication: {
      subject: "{partner} vuole partecipare a {program}",
      body: "Buongiorno {name},\n\n{partner} si è candidato a {program} e aspetta una risposta.\n\n{link}",
    },
    ownerDigest: {
      subject: "{program}: che cosa La aspetta oggi",
      body: "Buongiorno {name},\n\nEcco che cosa La aspetta in {program}.\n\nCandidature: {applications}\nPagamenti da effettuare: {payouts}\nWebhook con errori: {webhooks}\nIntegrazioni con errori: {integrations}\n\n{link}",
    },
  },
  buttons: {
    confirmAddress: "Conferma l’indirizzo",
    invited: "Accetta l’invito",
    approved: "Apri la mia dashboard",
    rejected: "Vedi la mia candidatura",
    signIn: "Accedi",
    firstSale: "Vedi i miei guadagni",
    payoutSent: "Vedi i miei pagamenti",
    payoutFailed: "Controlla i miei pagamenti",
    monthlySummary: "Apri la mia dashboard",
    consoleSignIn: "Accedi",
    newApplication: "Leggi la candidatura",
    ownerDigest: "Apri la console",
  },
  asked: "Riceve questa e-mail perché qualcuno ha inserito il Suo indirizzo presso {program}.",
  partOf: "Riceve questa e-mail perché è partner di {program}.",
  runs: "Riceve questa e-mail perché gestisce {program}.",
  choose: "Scegli le e-mail o annulla l’iscrizione",
  copy: "Se il pulsante non funziona, apra questo indirizzo:",
  choices: {
    title: "Le Sue e-mail",
    ask: "Quali e-mail di {program} desidera ricevere?",
    kinds: {
      applicationReceived: "La mia candidatura è arrivata",
      approved: "La mia candidatura è accettata",
      rejected: "La mia candidatura non è accettata",
      firstSale: "La mia prima vendita",
      payoutSent: "Un pagamento è stato inviato",
      payoutFailed: "Un pagamento non è riuscito",
      monthlySummary: "Un riepilogo ogni mese",
    },
    owner: "Che cosa mi aspetta: candidature, pagamenti, errori",
    save: "Salva",
    saved: "Salvato.",
    none: "Nessuna e-mail",
    gone: "Questo link non funziona più. Apra quello della Sua e-mail più recente.",
  },
};
