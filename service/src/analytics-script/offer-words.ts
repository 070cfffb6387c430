/** Texts of a friend's offer. Those that the dashboard has too are its own; a test compares both. */
export interface OfferWords {
  offer: string;
  first: string;
  /** By the plural forms of the language. */
  months: Partial<Record<Intl.LDMLPluralRule, string>>;
  /** The greeting, if the partner agreed to be named. */
  named: string;
  /** Who sent the visitor: nobody who may be named, or that partner. */
  invited: string;
  invitedBy: string;
  copyCode: string;
  copied: string;
  /** Leads to the page's own next step. */
  start: string;
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
    invited: "You were invited",
    invitedBy: "{name} invited you",
    copyCode: "Copy code {code}",
    copied: "Copied",
    start: "Get started",
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
    invited: "Du wurdest eingeladen",
    invitedBy: "{name} hat dich eingeladen",
    copyCode: "Code {code} kopieren",
    copied: "Kopiert",
    start: "Loslegen",
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
    invited: "Vous avez une invitation",
    invitedBy: "{name} vous invite",
    copyCode: "Copier le code {code}",
    copied: "Copié",
    start: "Commencer",
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
    invited: "Tienes una invitación",
    invitedBy: "{name} te invita",
    copyCode: "Copiar el código {code}",
    copied: "Copiado",
    start: "Empezar",
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
    invited: "Você recebeu um convite",
    invitedBy: "{name} convidou você",
    copyCode: "Copiar o código {code}",
    copied: "Copiado",
    start: "Começar",
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
    invited: "Hai ricevuto un invito",
    invitedBy: "{name} ti invita",
    copyCode: "Copia il codice {code}",
    copied: "Copiato",
    start: "Inizia",
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
    invited: "Je bent uitgenodigd",
    invitedBy: "{name} nodigt je uit",
    copyCode: "Code {code} kopiëren",
    copied: "Gekopieerd",
    start: "Aan de slag",
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
    invited: "Masz zaproszenie",
    invitedBy: "{name} zaprasza Cię",
    copyCode: "Kopiuj kod {code}",
    copied: "Skopiowano",
    start: "Zacznij",
    dismiss: "Ukryj",
  },
  ja: {
    offer: "{amount} 割引",
    first: "初回購入が {amount} 割引",
    months: {
      other: "{count} か月間 {amount} 割引",
    },
    named: "{name} さんから：{offer}",
    invited: "招待が届いています",
    invitedBy: "{name} さんからの招待です",
    copyCode: "コード {code} をコピー",
    copied: "コピーしました",
    start: "はじめる",
    dismiss: "閉じる",
  },
  ko: {
    offer: "{amount} 할인",
    first: "첫 구매 {amount} 할인",
    months: {
      other: "{count}개월 동안 {amount} 할인",
    },
    named: "{name} 님의 혜택: {offer}",
    invited: "초대를 받았습니다",
    invitedBy: "{name} 님이 초대했습니다",
    copyCode: "코드 {code} 복사",
    copied: "복사됨",
    start: "시작하기",
    dismiss: "숨기기",
  },
  "zh-CN": {
    offer: "立减 {amount}",
    first: "首次购买立减 {amount}",
    months: {
      other: "{count} 个月内立减 {amount}",
    },
    named: "{name} 送你：{offer}",
    invited: "你收到了邀请",
    invitedBy: "{name} 邀请了你",
    copyCode: "复制优惠码 {code}",
    copied: "已复制",
    start: "开始使用",
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
    invited: "لديك دعوة",
    invitedBy: "دعوة من {name}",
    copyCode: "نسخ الرمز {code}",
    copied: "تم النسخ",
    start: "ابدأ الآن",
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
    invited: "קיבלת הזמנה",
    invitedBy: "הזמנה מאת {name}",
    copyCode: "העתקת הקוד {code}",
    copied: "הועתק",
    start: "להתחלה",
    dismiss: "הסתרה",
  },
};
