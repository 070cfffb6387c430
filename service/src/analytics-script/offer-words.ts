/** Texts of a friend's offer. They equal the dashboard's `share.*`; a test compares both. */
export interface OfferWords {
  offer: string;
  first: string;
  /** By the plural forms of the language. */
  months: Partial<Record<Intl.LDMLPluralRule, string>>;
  /** The greeting, if the partner agreed to be named. */
  named: string;
  code: string;
  dismiss: string;
}

/** By the language's tag. */
export const offerWords: Readonly<Record<string, OfferWords>> = {
  en: {
    offer: "{amount} off",
    first: "{amount} off your first purchase",
    months: {
      one: "{amount} off for {count} month",
      other: "{amount} off for {count} months",
    },
    named: "{name} gives you {offer}",
    code: "Discount code",
    dismiss: "Dismiss",
  },
  de: {
    offer: "{amount} Rabatt",
    first: "{amount} Rabatt auf den ersten Kauf",
    months: {
      one: "{count} Monat lang {amount} Rabatt",
      other: "{count} Monate lang {amount} Rabatt",
    },
    named: "{name} schenkt dir {offer}",
    code: "Rabattcode",
    dismiss: "Ausblenden",
  },
  fr: {
    offer: "{amount} de réduction",
    first: "{amount} de réduction sur votre premier achat",
    months: {
      one: "{amount} de réduction pendant {count} mois",
      many: "{amount} de réduction pendant {count} mois",
      other: "{amount} de réduction pendant {count} mois",
    },
    named: "{name} vous offre {offer}",
    code: "Code de réduction",
    dismiss: "Masquer",
  },
  es: {
    offer: "{amount} de descuento",
    first: "{amount} de descuento en tu primera compra",
    months: {
      one: "{amount} de descuento durante {count} mes",
      many: "{amount} de descuento durante {count} meses",
      other: "{amount} de descuento durante {count} meses",
    },
    named: "{name} te regala {offer}",
    code: "Código de descuento",
    dismiss: "Ocultar",
  },
  "pt-BR": {
    offer: "{amount} de desconto",
    first: "{amount} de desconto na primeira compra",
    months: {
      one: "{amount} de desconto durante {count} mês",
      many: "{amount} de desconto durante {count} meses",
      other: "{amount} de desconto durante {count} meses",
    },
    named: "{name} dá a você {offer}",
    code: "Código de desconto",
    dismiss: "Dispensar",
  },
  it: {
    offer: "{amount} di sconto",
    first: "{amount} di sconto sul primo acquisto",
    months: {
      one: "{amount} di sconto per {count} mese",
      many: "{amount} di sconto per {count} mesi",
      other: "{amount} di sconto per {count} mesi",
    },
    named: "{name} ti offre {offer}",
    code: "Codice sconto",
    dismiss: "Nascondi",
  },
  nl: {
    offer: "{amount} korting",
    first: "{amount} korting op je eerste aankoop",
    months: {
      one: "{count} maand lang {amount} korting",
      other: "{count} maanden lang {amount} korting",
    },
    named: "{name} geeft je {offer}",
    code: "Kortingscode",
    dismiss: "Verbergen",
  },
  pl: {
    offer: "{amount} rabatu",
    first: "{amount} rabatu na pierwszy zakup",
    months: {
      one: "{amount} rabatu przez {count} miesiąc",
      few: "{amount} rabatu przez {count} miesiące",
      many: "{amount} rabatu przez {count} miesięcy",
      other: "{amount} rabatu przez {count} miesiąca",
    },
    named: "{name} daje Ci {offer}",
    code: "Kod rabatowy",
    dismiss: "Ukryj",
  },
  ja: {
    offer: "{amount} 割引",
    first: "初回購入が {amount} 割引",
    months: {
      other: "{count} か月間 {amount} 割引",
    },
    named: "{name} さんから：{offer}",
    code: "割引コード",
    dismiss: "閉じる",
  },
  ko: {
    offer: "{amount} 할인",
    first: "첫 구매 {amount} 할인",
    months: {
      other: "{count}개월 동안 {amount} 할인",
    },
    named: "{name} 님의 혜택: {offer}",
    code: "할인 코드",
    dismiss: "숨기기",
  },
  "zh-CN": {
    offer: "立减 {amount}",
    first: "首次购买立减 {amount}",
    months: {
      other: "{count} 个月内立减 {amount}",
    },
    named: "{name} 送你：{offer}",
    code: "优惠码",
    dismiss: "关闭提示",
  },
  ar: {
    offer: "خصم {amount}",
    first: "خصم {amount} على أول عملية شراء",
    months: {
      zero: "خصم {amount} لمدة {count} شهر",
      one: "خصم {amount} لمدة شهر واحد",
      two: "خصم {amount} لمدة شهرين",
      few: "خصم {amount} لمدة {count} أشهر",
      many: "خصم {amount} لمدة {count} شهرًا",
      other: "خصم {amount} لمدة {count} شهر",
    },
    named: "من {name}: {offer}",
    code: "رمز الخصم",
    dismiss: "إخفاء",
  },
  he: {
    offer: "{amount} הנחה",
    first: "{amount} הנחה בקנייה הראשונה",
    months: {
      one: "{amount} הנחה למשך חודש אחד",
      two: "{amount} הנחה למשך חודשיים",
      other: "{amount} הנחה למשך {count} חודשים",
    },
    named: "מאת {name}: {offer}",
    code: "קוד הנחה",
    dismiss: "הסתרה",
  },
};
