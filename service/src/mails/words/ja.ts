import type { MailWords } from "../mail-words.ts";

export const ja: MailWords = {
  texts: {
    confirmAddress: {
      subject: "{program}：メールアドレスの確認",
      body: "{name} 様\n\n{program} へのお申し込みありがとうございます。このアドレスがご本人のものであることを確認してください。確認後、お申し込みが送信されます。\n\n{link}\n\nリンクの有効期間は{valid}です。お申し込みに心当たりがない場合は、このメールを無視してください。何も行われません。",
    },
    applicationReceived: {
      subject: "{program}：お申し込みを受け付けました",
      body: "{name} 様\n\n{program} へのお申し込みが届きました。現在確認しており、結果が決まり次第メールでお知らせします。ほかに必要な操作はありません。",
    },
    invited: {
      subject: "{program} へのご招待",
      body: "{name} 様\n\n{program} のパートナーにご招待します。ご自分のリンクを共有し、紹介した方がお客様になると報酬を受け取れます。\n\n{link}\n\n招待の有効期間は{valid}です。",
    },
    approved: {
      subject: "{program} へようこそ",
      body: "{name} 様\n\nお申し込みが承認され、{program} のパートナーになりました。リンクの準備ができています。お好きな場所で共有してください。\n\n{link}",
    },
    rejected: {
      subject: "{program}：お申し込みの結果",
      body: "{name} 様\n\n{program} に関心をお寄せいただきありがとうございます。今回はお申し込みをお受けできませんでした。\n\n{reason}\n{note}\n\n{reapplyAfter}から再度お申し込みいただけます。\n\n{link}",
    },
    signIn: {
      subject: "{program}：サインイン用リンク",
      body: "{name} 様\n\nこのリンクで {program} にサインインできます。\n\n{link}\n\nリンクは一度だけ使え、有効期間は{valid}です。心当たりがない場合は、このメールを無視してください。リンクがなければ誰もサインインできません。",
    },
    firstSale: {
      subject: "最初の売上：{amount}",
      body: "{name} 様\n\nおめでとうございます。{program} に紹介した方が初めて購入しました。\n\n獲得額：{amount}\n\nリンクが共有されているかぎり、次の売上も自然に続きます。\n\n{link}",
    },
    payoutSent: {
      subject: "{amount} をお支払いしました",
      body: "{name} 様\n\n{program} からの支払いを送金しました。支払い方法により、数日以内に届きます。\n\n支払額：{amount}\n\n{link}",
    },
    payoutFailed: {
      subject: "{amount} のお支払いが届きませんでした",
      body: "{name} 様\n\n{program} からの支払いができませんでした。金額は引き続きお客様のもので、支払いは再度行われます。\n\n金額：{amount}\n理由：{reason}\n\n支払い先をご確認ください。\n\n{link}",
    },
    monthlySummary: {
      subject: "{program}：{month}",
      body: "{name} 様\n\n今月の結果です。\n\nクリック：{clicks}\nリード：{leads}\n売上件数：{sales}\n獲得額：{amount}\n\n{link}",
    },
    consoleSignIn: {
      subject: "{program}：管理コンソールのサインイン用リンク",
      body: "{name} 様\n\nこのリンクで {program} の管理コンソールにサインインできます。\n\n{link}\n\nリンクは一度だけ使え、有効期間は{valid}です。心当たりがない場合は、このメールを無視してください。リンクがなければ誰もサインインできません。",
    },
    newApplication: {
      subject: "{partner} さんが {program} に申し込みました",
      body: "{name} 様\n\n{partner} さんが {program} に申し込み、返答を待っています。\n\n{link}",
    },
    ownerDigest: {
      subject: "{program}：本日の確認事項",
      body: "{name} 様\n\n{program} で次の項目が対応を待っています。\n\n申し込み：{applications}\n支払い待ち：{payouts}\n失敗している Webhook：{webhooks}\n失敗している連携：{integrations}\n\n{link}",
    },
  },
  buttons: {
    confirmAddress: "アドレスを確認する",
    invited: "招待を受ける",
    approved: "ダッシュボードを開く",
    rejected: "申し込みを見る",
    signIn: "サインイン",
    firstSale: "獲得額を見る",
    payoutSent: "支払いを見る",
    payoutFailed: "支払いを確認する",
    monthlySummary: "ダッシュボードを開く",
    consoleSignIn: "サインイン",
    newApplication: "申し込みを読む",
    ownerDigest: "コンソールを開く",
  },
  asked: "このメールは、{program} でこのアドレスが入力されたためお送りしています。",
  partOf: "このメールは、{program} のパートナーの方にお送りしています。",
  runs: "このメールは、{program} を運営している方にお送りしています。",
  choose: "受け取るメールの選択・配信停止",
  copy: "ボタンが使えない場合は、次のアドレスを開いてください。",
  choices: {
    title: "受け取るメール",
    ask: "{program} からどのメールを受け取りますか。",
    kinds: {
      applicationReceived: "申し込みの受付",
      approved: "申し込みの承認",
      rejected: "申し込みの不承認",
      firstSale: "最初の売上",
      payoutSent: "支払いの送金",
      payoutFailed: "支払いの失敗",
      monthlySummary: "毎月のまとめ",
    },
    owner: "対応待ちの事項：申し込み、支払い、エラー",
    save: "保存",
    saved: "保存しました。",
    none: "メールを受け取らない",
    gone: "このリンクは使えなくなりました。最新のメールにあるリンクを開いてください。",
  },
};
