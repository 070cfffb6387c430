/** Texts of a page that cannot show a dashboard. */
export interface NoticeWords {
  /** Without token or handshake: what went wrong, and what to do. */
  "no-token": readonly [title: string, text: string];
  /** `handshake=1`, but no `init` came in time. */
  "no-host": readonly [title: string, text: string];
}

/** In every language of the dashboard but English, which is built in. */
export const noticeWords: Readonly<Record<string, NoticeWords>> = {
  de: {
    "no-token": [
      "Das hat nicht geklappt",
      "Diese Seite wurde ohne Token geöffnet. Öffnen Sie sie aus der App, zu der sie gehört.",
    ],
    "no-host": ["Diese Seite gehört in eine App", "Öffnen Sie sie dort, um Ihre Empfehlungen zu sehen."],
  },
  fr: {
    "no-token": [
      "Cela n’a pas fonctionné",
      "Cette page a été ouverte sans jeton. Ouvrez-la depuis l’application à laquelle elle appartient.",
    ],
    "no-host": ["Cette page a sa place dans une application", "Ouvrez-la là-bas pour voir votre parrainage."],
  },
  es: {
    "no-token": [
      "No ha funcionado",
      "Esta página se abrió sin un token. Ábrala desde la aplicación a la que pertenece.",
    ],
    "no-host": ["Esta página pertenece a una aplicación", "Ábrala allí para ver sus recomendaciones."],
  },
  "pt-BR": {
    "no-token": ["Não deu certo", "Esta página foi aberta sem um token. Abra-a pelo aplicativo ao qual ela pertence."],
    "no-host": ["Esta página faz parte de um aplicativo", "Abra-a por lá para ver suas indicações."],
  },
  it: {
    "no-token": ["Non ha funzionato", "Questa pagina è stata aperta senza token. Aprila dall’app a cui appartiene."],
    "no-host": ["Questa pagina fa parte di un’app", "Aprila da lì per vedere le tue segnalazioni."],
  },
  nl: {
    "no-token": [
      "Dat is niet gelukt",
      "Deze pagina is zonder token geopend. Open haar vanuit de app waar ze bij hoort.",
    ],
    "no-host": ["Deze pagina hoort in een app", "Open haar daar om je aanbevelingen te zien."],
  },
  pl: {
    "no-token": ["Nie udało się", "Strona została otwarta bez tokenu. Otwórz ją z aplikacji, do której należy."],
    "no-host": ["Ta strona należy do aplikacji", "Otwórz ją tam, aby zobaczyć swoje polecenia."],
  },
  ja: {
    "no-token": [
      "うまくいきませんでした",
      "このページはトークンなしで開かれました。ページが組み込まれているアプリから開いてください。",
    ],
    "no-host": ["このページはアプリの中で使います", "紹介状況を見るには、アプリから開いてください。"],
  },
  ko: {
    "no-token": ["잘되지 않았습니다", "토큰 없이 열린 페이지입니다. 이 페이지가 포함된 앱에서 열어 주세요."],
    "no-host": ["앱 안에서 사용하는 페이지입니다", "추천 현황을 보려면 앱에서 열어 주세요."],
  },
  "zh-CN": {
    "no-token": ["操作未成功", "此页面打开时没有令牌。请从它所属的应用中打开。"],
    "no-host": ["此页面应在应用内使用", "请在应用中打开以查看您的推荐。"],
  },
  ar: {
    "no-token": ["لم ينجح ذلك", "فُتحت هذه الصفحة بدون رمز. افتحها من التطبيق الذي تنتمي إليه."],
    "no-host": ["هذه الصفحة جزء من تطبيق", "افتحها من هناك لعرض إحالاتك."],
  },
  he: {
    "no-token": ["זה לא הצליח", "הדף נפתח ללא אסימון. יש לפתוח אותו מהאפליקציה שאליה הוא שייך."],
    "no-host": ["הדף הזה שייך לאפליקציה", "יש לפתוח אותו משם כדי לראות את ההפניות."],
  },
};
