import type { MailWords } from "../mail-words.ts";

export const de: MailWords = {
  texts: {
    confirmAddress: {
      subject: "Bestätigen Sie Ihre Adresse für {program}",
      body: "Guten Tag {name},\n\nVielen Dank für Ihre Bewerbung bei {program}. Bitte bestätigen Sie, dass diese Adresse Ihnen gehört. Dann wird Ihre Bewerbung abgeschickt.\n\n{link}\n\nDer Link gilt {valid}. Falls Sie sich nicht beworben haben, können Sie diese Mail ignorieren: Es geschieht nichts.",
    },
    applicationReceived: {
      subject: "{program} hat Ihre Bewerbung erhalten",
      body: "Guten Tag {name},\n\nIhre Bewerbung bei {program} ist angekommen. Sie wird nun gelesen, und Sie bekommen eine Mail, sobald darüber entschieden ist. Sie müssen nichts weiter tun.",
    },
    invited: {
      subject: "Sie sind zu {program} eingeladen",
      body: "Guten Tag {name},\n\n{program} lädt Sie ein, Partner zu werden: Teilen Sie Ihren eigenen Link und verdienen Sie, wenn daraus Kunden werden.\n\n{link}\n\nDie Einladung gilt {valid}.",
    },
    approved: {
      subject: "Willkommen bei {program}",
      body: "Guten Tag {name},\n\nIhre Bewerbung wurde angenommen: Sie sind jetzt Partner von {program}. Ihr Link ist bereit, teilen Sie ihn, wo Sie möchten.\n\n{link}",
    },
    rejected: {
      subject: "Ihre Bewerbung bei {program}",
      body: "Guten Tag {name},\n\nVielen Dank für Ihr Interesse an {program}. Ihre Bewerbung wurde diesmal nicht angenommen.\n\n{reason}\n{note}\n\nSie können sich ab {reapplyAfter} erneut bewerben.\n\n{link}",
    },
    signIn: {
      subject: "Ihr Anmeldelink für {program}",
      body: "Guten Tag {name},\n\nMit diesem Link melden Sie sich bei {program} an.\n\n{link}\n\nEr funktioniert einmal und gilt {valid}. Falls Sie ihn nicht angefordert haben, können Sie diese Mail ignorieren: Ohne den Link kann sich niemand anmelden.",
    },
    firstSale: {
      subject: "Ihr erster Verkauf: {amount}",
      body: "Guten Tag {name},\n\nHerzlichen Glückwunsch! Jemand, den Sie zu {program} gebracht haben, hat zum ersten Mal gekauft.\n\nSie haben verdient: {amount}\n\nSolange Ihr Link unterwegs ist, folgen die nächsten von selbst.\n\n{link}",
    },
    payoutSent: {
      subject: "{amount} sind zu Ihnen unterwegs",
      body: "Guten Tag {name},\n\n{program} hat Ihre Auszahlung abgeschickt. Je nach Zahlungsart kommt sie in den nächsten Tagen an.\n\nAusgezahlt: {amount}\n\n{link}",
    },
    payoutFailed: {
      subject: "Ihre Auszahlung von {amount} ist nicht angekommen",
      body: "Guten Tag {name},\n\n{program} konnte Sie nicht auszahlen. Das Geld gehört weiterhin Ihnen, und die Auszahlung wird erneut versucht.\n\nBetrag: {amount}\nGrund: {reason}\n\nBitte prüfen Sie, wohin Ihre Auszahlungen gehen.\n\n{link}",
    },
    monthlySummary: {
      subject: "{program}: {month}",
      body: "Guten Tag {name},\n\nDas war Ihr Monat.\n\nKlicks: {clicks}\nLeads: {leads}\nVerkäufe: {sales}\nVerdient: {amount}\n\n{link}",
    },
    consoleSignIn: {
      subject: "Ihr Anmeldelink für die Konsole von {program}",
      body: "Guten Tag {name},\n\nMit diesem Link melden Sie sich in der Konsole an, in der Sie {program} leiten.\n\n{link}\n\nEr funktioniert einmal und gilt {valid}. Falls Sie ihn nicht angefordert haben, können Sie diese Mail ignorieren: Ohne den Link kann sich niemand anmelden.",
    },
    newApplication: {
      subject: "{partner} möchte bei {program} mitmachen",
      body: "Guten Tag {name},\n\n{partner} hat sich bei {program} beworben und wartet auf eine Antwort.\n\n{link}",
    },
    ownerDigest: {
      subject: "{program}: Was heute auf Sie wartet",
      body: "Guten Tag {name},\n\nDas wartet bei {program} auf Sie.\n\nBewerbungen: {applications}\nFällige Auszahlungen: {payouts}\nWebhooks mit Fehlern: {webhooks}\nIntegrationen mit Fehlern: {integrations}\n\n{link}",
    },
  },
  buttons: {
    confirmAddress: "Adresse bestätigen",
    invited: "Einladung annehmen",
    approved: "Mein Dashboard öffnen",
    rejected: "Meine Bewerbung ansehen",
    signIn: "Anmelden",
    firstSale: "Meine Einnahmen ansehen",
    payoutSent: "Meine Auszahlungen ansehen",
    payoutFailed: "Meine Auszahlungen prüfen",
    monthlySummary: "Mein Dashboard öffnen",
    consoleSignIn: "Anmelden",
    newApplication: "Bewerbung lesen",
    ownerDigest: "Konsole öffnen",
  },
  asked: "Sie bekommen diese Mail, weil Ihre Adresse bei {program} eingegeben wurde.",
  partOf: "Sie bekommen diese Mail, weil Sie Partner von {program} sind.",
  runs: "Sie bekommen diese Mail, weil Sie {program} leiten.",
  choose: "Mails auswählen oder abbestellen",
  copy: "Falls die Schaltfläche nicht funktioniert, öffnen Sie diese Adresse:",
  choices: {
    title: "Ihre Mails",
    ask: "Welche Mails von {program} möchten Sie bekommen?",
    kinds: {
      applicationReceived: "Meine Bewerbung ist angekommen",
      approved: "Meine Bewerbung ist angenommen",
      rejected: "Meine Bewerbung ist abgelehnt",
      firstSale: "Mein erster Verkauf",
      payoutSent: "Eine Auszahlung ist unterwegs",
      payoutFailed: "Eine Auszahlung ist fehlgeschlagen",
      monthlySummary: "Jeden Monat eine Übersicht",
    },
    owner: "Was auf mich wartet: Bewerbungen, Auszahlungen, Fehler",
    save: "Speichern",
    saved: "Gespeichert.",
    none: "Keine Mails",
    gone: "Dieser Link funktioniert nicht mehr. Öffnen Sie den aus Ihrer neuesten Mail.",
  },
};
