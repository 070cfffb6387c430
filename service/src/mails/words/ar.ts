import type { MailWords } from "../mail-words.ts";

export const ar: MailWords = {
  texts: {
    confirmAddress: {
      subject: "أكّد عنوانك لدى {program}",
      body: "مرحبًا {name}،\n\nشكرًا لتقدّمك إلى {program}. نرجو تأكيد أن هذا العنوان لك، وعندها يُرسَل طلبك.\n\n{link}\n\nمدة صلاحية الرابط {valid}. إن لم تتقدّم بطلب فيمكنك تجاهل هذه الرسالة، ولن يحدث شيء.",
    },
    applicationReceived: {
      subject: "استلم {program} طلبك",
      body: "مرحبًا {name}،\n\nوصل طلبك إلى {program}، وهو قيد القراءة الآن. ستصلك رسالة فور اتخاذ القرار، وليس عليك فعل أي شيء آخر.",
    },
    invited: {
      subject: "دعوة إلى {program}",
      body: "مرحبًا {name}،\n\nيدعوك {program} لتصبح شريكًا: شارك رابطك الخاص واكسب عندما يصبح من توصي لهم عملاء.\n\n{link}\n\nمدة صلاحية الدعوة {valid}.",
    },
    approved: {
      subject: "أهلًا بك في {program}",
      body: "مرحبًا {name}،\n\nقُبل طلبك، وأنت الآن شريك في {program}. رابطك جاهز، فشاركه أينما أردت.\n\n{link}",
    },
    rejected: {
      subject: "طلبك إلى {program}",
      body: "مرحبًا {name}،\n\nشكرًا لاهتمامك بـ {program}. لم يُقبل طلبك هذه المرة.\n\n{reason}\n{note}\n\nيمكنك التقدّم من جديد ابتداءً من {reapplyAfter}.\n\n{link}",
    },
    signIn: {
      subject: "رابط دخولك إلى {program}",
      body: "مرحبًا {name}،\n\nهذا الرابط يسجّل دخولك إلى {program}.\n\n{link}\n\nيعمل مرة واحدة، ومدة صلاحيته {valid}. إن لم تطلبه فيمكنك تجاهل هذه الرسالة، فلا يمكن لأحد الدخول من دون الرابط.",
    },
    firstSale: {
      subject: "أول عملية بيع لك: {amount}",
      body: "مرحبًا {name}،\n\nتهانينا! اشترى شخص أحلته إلى {program} لأول مرة.\n\nربحت: {amount}\n\nوستأتي التالية من تلقاء نفسها ما دام رابطك متداولًا.\n\n{link}",
    },
    payoutSent: {
      subject: "{amount} في الطريق إليك",
      body: "مرحبًا {name}،\n\nأرسل {program} دفعتك. تصل خلال أيام قليلة بحسب طريقة الدفع.\n\nالمبلغ المدفوع: {amount}\n\n{link}",
    },
    payoutFailed: {
      subject: "لم تصل دفعتك بقيمة {amount}",
      body: "مرحبًا {name}،\n\nلم يتمكن {program} من الدفع لك. يبقى المال لك، وستُعاد محاولة الدفع.\n\nالمبلغ: {amount}\nالسبب: {reason}\n\nنرجو التحقق من وجهة دفعاتك.\n\n{link}",
    },
    monthlySummary: {
      subject: "{program}: {month}",
      body: "مرحبًا {name}،\n\nهكذا كان شهرك.\n\nالنقرات: {clicks}\nالعملاء المحتملون: {leads}\nالمبيعات: {sales}\nالأرباح: {amount}\n\n{link}",
    },
    consoleSignIn: {
      subject: "رابط دخولك إلى لوحة إدارة {program}",
      body: "مرحبًا {name}،\n\nهذا الرابط يسجّل دخولك إلى لوحة الإدارة التي تدير منها {program}.\n\n{link}\n\nيعمل مرة واحدة، ومدة صلاحيته {valid}. إن لم تطلبه فيمكنك تجاهل هذه الرسالة، فلا يمكن لأحد الدخول من دون الرابط.",
    },
    newApplication: {
      subject: "طلب انضمام إلى {program} من {partner}",
      body: "مرحبًا {name}،\n\nوصل طلب إلى {program} من {partner} وهو في انتظار ردّك.\n\n{link}",
    },
    ownerDigest: {
      subject: "{program}: ما ينتظرك اليوم",
      body: "مرحبًا {name}،\n\nهذا ما ينتظرك في {program}.\n\nالطلبات: {applications}\nالدفعات المستحقة: {payouts}\nروابط Webhook المتعثرة: {webhooks}\nعمليات الربط المتعثرة: {integrations}\n\n{link}",
    },
  },
  buttons: {
    confirmAddress: "تأكيد العنوان",
    invited: "قبول الدعوة",
    approved: "فتح لوحتي",
    rejected: "عرض طلبي",
    signIn: "تسجيل الدخول",
    firstSale: "عرض أرباحي",
    payoutSent: "عرض دفعاتي",
    payoutFailed: "التحقق من دفعاتي",
    monthlySummary: "فتح لوحتي",
    consoleSignIn: "تسجيل الدخول",
    newApplication: "قراءة الطلب",
    ownerDigest: "فتح لوحة الإدارة",
  },
  asked: "تصلك هذه الرسالة لأن عنوانك أُدخل لدى {program}.",
  partOf: "تصلك هذه الرسالة لأنك شريك في {program}.",
  runs: "تصلك هذه الرسالة لأنك تدير {program}.",
  choose: "اختيار رسائلك أو إلغاء الاشتراك",
  copy: "إن لم يعمل الزر فافتح هذا العنوان:",
  choices: {
    title: "رسائلك",
    ask: "ما الرسائل التي تريد تلقّيها من {program}؟",
    kinds: {
      applicationReceived: "وصول طلبي",
      approved: "قبول طلبي",
      rejected: "عدم قبول طلبي",
      firstSale: "أول عملية بيع لي",
      payoutSent: "إرسال دفعة",
      payoutFailed: "تعثّر دفعة",
      monthlySummary: "ملخّص كل شهر",
    },
    owner: "ما ينتظرني: الطلبات والدفعات والأعطال",
    save: "حفظ",
    saved: "تم الحفظ.",
    none: "بلا رسائل",
    gone: "لم يعد هذا الرابط يعمل. افتح الرابط الموجود في أحدث رسالة.",
  },
};
