import type { MailWords } from "../mail-words.ts";

export const pl: MailWords = {
  texts: {
    confirmAddress: {
      subject: "Potwierdź swój adres – {program}",
      body: "Dzień dobry, {name}!\n\nDziękujemy za zgłoszenie do {program}. Potwierdź, że ten adres należy do Ciebie, a wyślemy Twoje zgłoszenie.\n\n{link}\n\nCzas ważności linku to {valid}. Jeśli to nie Twoje zgłoszenie, zignoruj tę wiadomość: nic się nie stanie.",
    },
    applicationReceived: {
      subject: "{program}: mamy Twoje zgłoszenie",
      body: "Dzień dobry, {name}!\n\nTwoje zgłoszenie do {program} dotarło. Jest właśnie czytane, a gdy zapadnie decyzja, dostaniesz wiadomość. Nie musisz nic robić.",
    },
    invited: {
      subject: "Zaproszenie do {program}",
      body: "Dzień dobry, {name}!\n\n{program} zaprasza Cię do grona partnerów: udostępniaj własny link i zarabiaj, gdy polecone przez Ciebie osoby zostaną klientami.\n\n{link}\n\nCzas ważności zaproszenia to {valid}.",
    },
    approved: {
      subject: "Witamy w {program}",
      body: "Dzień dobry, {name}!\n\nTwoje zgłoszenie zostało przyjęte: należysz już do partnerów {program}. Twój link jest gotowy, udostępniaj go, gdzie chcesz.\n\n{link}",
    },
    rejected: {
      subject: "Twoje zgłoszenie do {program}",
      body: "Dzień dobry, {name}!\n\nDziękujemy za zainteresowanie {program}. Tym razem Twoje zgłoszenie nie zostało przyjęte.\n\n{reason}\n{note}\n\nMożesz zgłosić się ponownie od: {reapplyAfter}.\n\n{link}",
    },
    signIn: {
      subject: "Twój link do logowania – {program}",
      body: "Dzień dobry, {name}!\n\nTen link zaloguje Cię do {program}.\n\n{link}\n\nDziała jeden raz, a czas ważności to {valid}. Jeśli o niego nie prosisz, zignoruj tę wiadomość: bez linku nikt się nie zaloguje.",
    },
    firstSale: {
      subject: "Twoja pierwsza sprzedaż: {amount}",
      body: "Dzień dobry, {name}!\n\nGratulacje! Osoba polecona przez Ciebie w {program} kupiła po raz pierwszy.\n\nTwój zarobek: {amount}\n\nKolejne przyjdą same, dopóki Twój link jest w obiegu.\n\n{link}",
    },
    payoutSent: {
      subject: "{amount} jest w drodze do Ciebie",
      body: "Dzień dobry, {name}!\n\nTwoja wypłata z {program} została wysłana. W zależności od metody dotrze w ciągu kilku dni.\n\nWypłacono: {amount}\n\n{link}",
    },
    payoutFailed: {
      subject: "Wypłata {amount} nie dotarła",
      body: "Dzień dobry, {name}!\n\nWypłata z {program} nie powiodła się. Pieniądze pozostają Twoje, a wypłata zostanie ponowiona.\n\nKwota: {amount}\nPowód: {reason}\n\nSprawdź, dokąd trafiają Twoje wypłaty.\n\n{link}",
    },
    monthlySummary: {
      subject: "{program}: {month}",
      body: "Dzień dobry, {name}!\n\nTak wyglądał Twój miesiąc.\n\nKliknięcia: {clicks}\nLeady: {leads}\nSprzedaże: {sales}\nZarobek: {amount}\n\n{link}",
    },
    consoleSignIn: {
      subject: "Twój link do konsoli – {program}",
      body: "Dzień dobry, {name}!\n\nTen link zaloguje Cię do konsoli, w której prowadzisz {program}.\n\n{link}\n\nDziała jeden raz, a czas ważności to {valid}. Jeśli o niego nie prosisz, zignoruj tę wiadomość: bez linku nikt się nie zaloguje.",
    },
    newApplication: {
      subject: "{partner} chce dołączyć do {program}",
      body: "Dzień dobry, {name}!\n\nNowe zgłoszenie do {program} czeka na odpowiedź. Przysyła je {partner}.\n\n{link}",
    },
    ownerDigest: {
      subject: "{program}: co dziś czeka na Ciebie",
      body: "Dzień dobry, {name}!\n\nTo czeka na Ciebie w {program}.\n\nZgłoszenia: {applications}\nWypłaty do wykonania: {payouts}\nWebhooki z błędami: {webhooks}\nIntegracje z błędami: {integrations}\n\n{link}",
    },
  },
  buttons: {
    confirmAddress: "Potwierdź adres",
    invited: "Przyjmij zaproszenie",
    approved: "Otwórz mój panel",
    rejected: "Zobacz moje zgłoszenie",
    signIn: "Zaloguj się",
    firstSale: "Zobacz moje zarobki",
    payoutSent: "Zobacz moje wypłaty",
    payoutFailed: "Sprawdź moje wypłaty",
    monthlySummary: "Otwórz mój panel",
    consoleSignIn: "Zaloguj się",
    newApplication: "Przeczytaj zgłoszenie",
    ownerDigest: "Otwórz konsolę",
  },
  asked: "Ta wiadomość przyszła, bo ktoś podał Twój adres w {program}.",
  partOf: "Ta wiadomość przyszła, bo należysz do partnerów {program}.",
  runs: "Ta wiadomość przyszła, bo prowadzisz {program}.",
  choose: "Wybierz wiadomości lub zrezygnuj z nich",
  copy: "Jeśli przycisk nie działa, otwórz ten adres:",
  choices: {
    title: "Twoje wiadomości",
    ask: "Które wiadomości od {program} chcesz dostawać?",
    kinds: {
      applicationReceived: "Moje zgłoszenie dotarło",
      approved: "Moje zgłoszenie przyjęto",
      rejected: "Mojego zgłoszenia nie przyjęto",
      firstSale: "Moja pierwsza sprzedaż",
      payoutSent: "Wypłata została wysłana",
      payoutFailed: "Wypłata nie powiodła się",
      monthlySummary: "Podsumowanie każdego miesiąca",
    },
    owner: "Co na mnie czeka: zgłoszenia, wypłaty, błędy",
    save: "Zapisz",
    saved: "Zapisano.",
    none: "Żadnych wiadomości",
    gone: "Ten link już nie działa. Otwórz ten z najnowszej wiadomości.",
  },
};
