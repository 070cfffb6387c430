import type { MailWords } from "../mail-words.ts";

export const he: MailWords = {
  texts: {
    confirmAddress: {
      subject: "אישור הכתובת שלכם עבור {program}",
      body: "שלום {name},\n\nתודה שהגשתם בקשה ל־{program}. אשרו שהכתובת הזאת שלכם, ואז הבקשה תישלח.\n\n{link}\n\nהקישור תקף למשך {valid}. אם לא הגשתם בקשה, אפשר להתעלם מהמייל הזה: לא יקרה דבר.",
    },
    applicationReceived: {
      subject: "הבקשה שלכם הגיעה אל {program}",
      body: "שלום {name},\n\nהבקשה שלכם ל־{program} התקבלה ונמצאת בקריאה. תקבלו מייל ברגע שתתקבל החלטה. אין צורך לעשות דבר.",
    },
    invited: {
      subject: "הזמנה אל {program}",
      body: "שלום {name},\n\n{program} מזמינה אתכם להצטרף כשותפים: שתפו קישור משלכם והרוויחו כשאנשים שהפניתם הופכים ללקוחות.\n\n{link}\n\nההזמנה תקפה למשך {valid}.",
    },
    approved: {
      subject: "ברוכים הבאים אל {program}",
      body: "שלום {name},\n\nהבקשה שלכם אושרה: אתם שותפים של {program}. הקישור שלכם מוכן, שתפו אותו בכל מקום שתרצו.\n\n{link}",
    },
    rejected: {
      subject: "הבקשה שלכם אל {program}",
      body: "שלום {name},\n\nתודה על ההתעניינות ב־{program}. הפעם הבקשה שלכם לא אושרה.\n\n{reason}\n{note}\n\nאפשר להגיש בקשה שוב החל מ־{reapplyAfter}.\n\n{link}",
    },
    signIn: {
      subject: "קישור הכניסה שלכם אל {program}",
      body: "שלום {name},\n\nהקישור הזה מכניס אתכם אל {program}.\n\n{link}\n\nהוא פועל פעם אחת ותקף למשך {valid}. אם לא ביקשתם אותו, אפשר להתעלם מהמייל הזה: אי אפשר להיכנס בלי הקישור.",
    },
    firstSale: {
      subject: "המכירה הראשונה שלכם: {amount}",
      body: "שלום {name},\n\nמזל טוב! מישהו שהפניתם אל {program} קנה בפעם הראשונה.\n\nהרווחתם: {amount}\n\nהבאות יגיעו מעצמן כל עוד הקישור שלכם מסתובב.\n\n{link}",
    },
    payoutSent: {
      subject: "{amount} בדרך אליכם",
      body: "שלום {name},\n\n{program} שלחה את התשלום שלכם. לפי אמצעי התשלום, הוא יגיע בימים הקרובים.\n\nשולם: {amount}\n\n{link}",
    },
    payoutFailed: {
      subject: "התשלום שלכם על סך {amount} לא הגיע",
      body: "שלום {name},\n\n{program} לא הצליחה לשלם לכם. הכסף נשאר שלכם, והתשלום ינוסה שוב.\n\nסכום: {amount}\nסיבה: {reason}\n\nבדקו לאן מועברים התשלומים שלכם.\n\n{link}",
    },
    monthlySummary: {
      subject: "{program}: {month}",
      body: "שלום {name},\n\nזה היה החודש שלכם.\n\nקליקים: {clicks}\nלידים: {leads}\nמכירות: {sales}\nרווח: {amount}\n\n{link}",
    },
    consoleSignIn: {
      subject: "קישור הכניסה שלכם אל מסוף הניהול של {program}",
      body: "שלום {name},\n\nהקישור הזה מכניס אתכם אל מסוף הניהול של {program}.\n\n{link}\n\nהוא פועל פעם אחת ותקף למשך {valid}. אם לא ביקשתם אותו, אפשר להתעלם מהמייל הזה: אי אפשר להיכנס בלי הקישור.",
    },
    newApplication: {
      subject: "בקשה להצטרף אל {program} מאת {partner}",
      body: "שלום {name},\n\nבקשה חדשה אל {program} מאת {partner} ממתינה לתשובה.\n\n{link}",
    },
    ownerDigest: {
      subject: "{program}: מה מחכה לכם היום",
      body: "שלום {name},\n\nזה מה שמחכה לכם ב־{program}.\n\nבקשות: {applications}\nתשלומים לביצוע: {payouts}\nוובהוקים עם שגיאות: {webhooks}\nאינטגרציות עם שגיאות: {integrations}\n\n{link}",
    },
  },
  buttons: {
    confirmAddress: "אישור הכתובת",
    invited: "קבלת ההזמנה",
    approved: "פתיחת לוח הבקרה",
    rejected: "צפייה בבקשה",
    signIn: "כניסה",
    firstSale: "צפייה ברווחים",
    payoutSent: "צפייה בתשלומים",
    payoutFailed: "בדיקת התשלומים",
    monthlySummary: "פתיחת לוח הבקרה",
    consoleSignIn: "כניסה",
    newApplication: "קריאת הבקשה",
    ownerDigest: "פתיחת מסוף הניהול",
  },
  asked: "המייל הזה נשלח כי הכתובת שלכם הוזנה אצל {program}.",
  partOf: "המייל הזה נשלח כי אתם שותפים של {program}.",
  runs: "המייל הזה נשלח כי אתם מנהלים את {program}.",
  choose: "בחירת מיילים או הסרה",
  copy: "אם הכפתור לא פועל, פתחו את הכתובת הזאת:",
  choices: {
    title: "המיילים שלכם",
    ask: "אילו מיילים מאת {program} תרצו לקבל?",
    kinds: {
      applicationReceived: "הבקשה שלי הגיעה",
      approved: "הבקשה שלי אושרה",
      rejected: "הבקשה שלי לא אושרה",
      firstSale: "המכירה הראשונה שלי",
      payoutSent: "תשלום נשלח",
      payoutFailed: "תשלום נכשל",
      monthlySummary: "סיכום בכל חודש",
    },
    owner: "מה מחכה לי: בקשות, תשלומים, תקלות",
    save: "שמירה",
    saved: "נשמר.",
    none: "בלי מיילים",
    gone: "הקישור הזה כבר לא פועל. פתחו את הקישור שבמייל האחרון.",
  },
};
