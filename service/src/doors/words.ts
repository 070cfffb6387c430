import { parseAccept } from "hono/utils/accept";

/** The words of the pages where partners sign in. */
export interface DoorWords {
  /** Heading where nobody is signed in. */
  title: string;
  /** What to do there. */
  ask: string;
  /** The button that uses a link up. */
  signIn: string;
  signOut: string;
  signOutEverywhere: string;
  /** Of a link that works no more. */
  spent: string;
  /** Of a form that another site sent. */
  foreign: string;
  /** Why payout details are hidden. */
  stale: string;
  script: string;
}

const packs = {
  en: {
    title: "Partner sign-in",
    ask: "Open the link that the program sent you. It signs you in on this page.",
    signIn: "Sign in",
    signOut: "Sign out",
    signOutEverywhere: "Sign out everywhere",
    spent: "This link was used before or has run out. Ask the program for a new one.",
    foreign: "Another site has sent this request, so nothing was done. Open your link again.",
    stale: "To change how you are paid, sign in with a new link: the program sends you one.",
    script: "This page needs JavaScript to show your referrals.",
  },
  de: {
    title: "Anmeldung für Partner",
    ask: "Öffnen Sie den Link, den das Programm Ihnen geschickt hat. Er meldet Sie auf dieser Seite an.",
    signIn: "Anmelden",
    signOut: "Abmelden",
    signOutEverywhere: "Überall abmelden",
    spent: "Dieser Link wurde schon benutzt oder ist abgelaufen. Bitten Sie das Programm um einen neuen.",
    foreign:
      "Eine andere Website hat diese Anfrage geschickt, daher ist nichts geschehen. Öffnen Sie Ihren Link noch einmal.",
    stale:
      "Um Ihre Auszahlungsart zu ändern, melden Sie sich mit einem neuen Link an: das Programm schickt Ihnen einen.",
    script: "Diese Seite braucht JavaScript, um Ihre Empfehlungen zu zeigen.",
  },
  es: {
    title: "Acceso de socios",
    ask: "Abra el enlace que le envió el programa. Con él inicia sesión en esta página.",
    signIn: "Iniciar sesión",
    signOut: "Cerrar sesión",
    signOutEverywhere: "Cerrar sesión en todas partes",
    spent: "Este enlace ya se usó o ha caducado. Pida uno nuevo al programa.",
    foreign: "Otro sitio envió esta solicitud, así que no se hizo nada. Abra su enlace de nuevo.",
    stale: "Para cambiar cómo le pagan, inicie sesión con un enlace nuevo: el programa se lo envía.",
    script: "Esta página necesita JavaScript para mostrar sus recomendaciones.",
  },
  fr: {
    title: "Connexion des partenaires",
    ask: "Ouvrez le lien que le programme vous a envoyé. Il vous connecte sur cette page.",
    signIn: "Se connecter",
    signOut: "Se déconnecter",
    signOutEverywhere: "Se déconnecter partout",
    spent: "Ce lien a déjà servi ou a expiré. Demandez-en un nouveau au programme.",
    foreign: "Un autre site a envoyé cette demande : rien n’a été fait. Ouvrez de nouveau votre lien.",
    stale:
      "Pour changer la façon dont vous êtes payé, connectez-vous avec un nouveau lien : le programme vous l’envoie.",
    script: "Cette page a besoin de JavaScript pour afficher vos recommandations.",
  },
  it: {
    title: "Accesso partner",
    ask: "Apra il link che il programma Le ha inviato. Con esso accede a questa pagina.",
    signIn: "Accedi",
    signOut: "Esci",
    signOutEverywhere: "Esci ovunque",
    spent: "Questo link è già stato usato o è scaduto. Ne chieda uno nuovo al programma.",
    foreign: "Un altro sito ha inviato questa richiesta, quindi non è stato fatto nulla. Apra di nuovo il Suo link.",
    stale: "Per cambiare come viene pagato, acceda con un nuovo link: glielo invia il programma.",
    script: "Questa pagina richiede JavaScript per mostrare i Suoi referral.",
  },
  nl: {
    title: "Inloggen voor partners",
    ask: "Open de link die het programma u heeft gestuurd. Daarmee logt u op deze pagina in.",
    signIn: "Inloggen",
    signOut: "Uitloggen",
    signOutEverywhere: "Overal uitloggen",
    spent: "Deze link is al gebruikt of verlopen. Vraag het programma om een nieuwe.",
    foreign: "Een andere site heeft dit verzoek gestuurd, dus er is niets gedaan. Open uw link opnieuw.",
    stale: "Log in met een nieuwe link om te wijzigen hoe u wordt betaald: het programma stuurt u er een.",
    script: "Deze pagina heeft JavaScript nodig om uw verwijzingen te tonen.",
  },
  pl: {
    title: "Logowanie partnera",
    ask: "Otwórz link przesłany przez program. Zaloguje Cię na tej stronie.",
    signIn: "Zaloguj się",
    signOut: "Wyloguj się",
    signOutEverywhere: "Wyloguj się wszędzie",
    spent: "Ten link został już użyty lub wygasł. Poproś program o nowy.",
    foreign: "To żądanie wysłała inna witryna, więc nic nie zrobiono. Otwórz swój link ponownie.",
    stale: "Aby zmienić sposób wypłaty, zaloguj się nowym linkiem: program Ci go przyśle.",
    script: "Ta strona wymaga JavaScriptu, aby pokazać Twoje polecenia.",
  },
  "pt-BR": {
    title: "Acesso de parceiros",
    ask: "Abra o link que o programa enviou. Ele conecta você nesta página.",
    signIn: "Entrar",
    signOut: "Sair",
    signOutEverywhere: "Sair em todos os lugares",
    spent: "Este link já foi usado ou expirou. Peça um novo ao programa.",
    foreign: "Outro site enviou este pedido, então nada foi feito. Abra seu link de novo.",
    stale: "Para mudar como você recebe, entre com um link novo: o programa o envia.",
    script: "Esta página precisa de JavaScript para mostrar suas indicações.",
  },
  ar: {
    title: "دخول الشركاء",
    ask: "افتح الرابط الذي أرسله إليك البرنامج، فهو يسجّل دخولك في هذه الصفحة.",
    signIn: "تسجيل الدخول",
    signOut: "تسجيل الخروج",
    signOutEverywhere: "تسجيل الخروج من كل الأجهزة",
    spent: "سبق استخدام هذا الرابط أو انتهت مدته. اطلب من البرنامج رابطًا جديدًا.",
    foreign: "أرسل موقع آخر هذا الطلب، فلم يُنفَّذ شيء. افتح رابطك مرة أخرى.",
    stale: "لتغيير طريقة الدفع لك، سجّل الدخول برابط جديد يرسله إليك البرنامج.",
    script: "تحتاج هذه الصفحة إلى JavaScript لعرض إحالاتك.",
  },
  he: {
    title: "כניסת שותפים",
    ask: "פתחו את הקישור שהתוכנית שלחה לכם. הוא מכניס אתכם לעמוד הזה.",
    signIn: "כניסה",
    signOut: "יציאה",
    signOutEverywhere: "יציאה מכל המכשירים",
    spent: "הקישור הזה כבר נוצל או שפג תוקפו. בקשו מהתוכנית קישור חדש.",
    foreign: "אתר אחר שלח את הבקשה הזאת, ולכן דבר לא נעשה. פתחו שוב את הקישור שלכם.",
    stale: "כדי לשנות את אופן התשלום, היכנסו עם קישור חדש: התוכנית שולחת אותו.",
    script: "העמוד הזה צריך JavaScript כדי להציג את ההפניות שלכם.",
  },
  ja: {
    title: "パートナーのサインイン",
    ask: "プログラムから届いたリンクを開いてください。このページにサインインできます。",
    signIn: "サインイン",
    signOut: "サインアウト",
    signOutEverywhere: "すべての端末でサインアウト",
    spent: "このリンクは使用済みか、期限が切れています。プログラムに新しいリンクを依頼してください。",
    foreign: "別のサイトから送られた要求のため、何も行われませんでした。もう一度リンクを開いてください。",
    stale: "支払い方法を変えるには、新しいリンクでサインインしてください。リンクはプログラムから届きます。",
    script: "紹介の内容を表示するには JavaScript が必要です。",
  },
  ko: {
    title: "파트너 로그인",
    ask: "프로그램이 보낸 링크를 여세요. 이 페이지에 로그인됩니다.",
    signIn: "로그인",
    signOut: "로그아웃",
    signOutEverywhere: "모든 기기에서 로그아웃",
    spent: "이미 사용했거나 만료된 링크입니다. 프로그램에 새 링크를 요청하세요.",
    foreign: "다른 사이트가 보낸 요청이라 아무것도 실행하지 않았습니다. 링크를 다시 여세요.",
    stale: "지급 방법을 바꾸려면 새 링크로 로그인하세요. 링크는 프로그램이 보내 드립니다.",
    script: "추천 내용을 보려면 JavaScript가 필요합니다.",
  },
  "zh-CN": {
    title: "合作伙伴登录",
    ask: "请打开项目发给您的链接，即可在此页面登录。",
    signIn: "登录",
    signOut: "退出",
    signOutEverywhere: "在所有设备上退出",
    spent: "此链接已使用或已过期。请向项目索取新链接。",
    foreign: "此请求来自其他网站，因此未执行任何操作。请重新打开您的链接。",
    stale: "要更改收款方式，请用新链接登录：项目会发给您。",
    script: "此页面需要 JavaScript 才能显示您的推荐。",
  },
} satisfies Record<string, DoorWords>;

/** Languages written from right to left. */
const rightToLeft = ["ar", "he"];
const languageOf = (tag: string): string => tag.split("-", 1).join().toLowerCase();
const byLanguage = new Map(Object.entries(packs).map(([tag, words]) => [languageOf(tag), { tag, words }]));

/** The words in the first language of `Accept-Language` that there are any in, else in English. */
export function wordsFor(accepted: string): { language: string; dir: "ltr" | "rtl"; words: DoorWords } {
  const wanted = parseAccept(accepted).map(({ type }) => languageOf(type));
  const language = wanted.find((one) => byLanguage.has(one)) ?? "en";
  const { tag, words } = byLanguage.get(language) ?? { tag: "en", words: packs.en };
  return { language: tag, dir: rightToLeft.includes(language) ? "rtl" : "ltr", words };
}
