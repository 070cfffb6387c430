import type { MailWords } from "../mail-words.ts";

export const zhCN: MailWords = {
  texts: {
    confirmAddress: {
      subject: "请确认您在 {program} 填写的邮箱",
      body: "{name}，您好：\n\n感谢您申请加入 {program}。请确认此邮箱属于您，确认后您的申请即会提交。\n\n{link}\n\n链接有效期为{valid}。如果您没有申请，请忽略此邮件，不会有任何影响。",
    },
    applicationReceived: {
      subject: "{program} 已收到您的申请",
      body: "{name}，您好：\n\n您向 {program} 提交的申请已收到，正在审核。一有结果便会发邮件通知您，您无需再做任何事。",
    },
    invited: {
      subject: "邀请您加入 {program}",
      body: "{name}，您好：\n\n{program} 邀请您成为合作伙伴：分享您的专属链接，您推荐的人成为客户后，您即可获得收益。\n\n{link}\n\n邀请有效期为{valid}。",
    },
    approved: {
      subject: "欢迎加入 {program}",
      body: "{name}，您好：\n\n您的申请已通过，您现在是 {program} 的合作伙伴。您的链接已准备好，可在任何地方分享。\n\n{link}",
    },
    rejected: {
      subject: "您向 {program} 提交的申请",
      body: "{name}，您好：\n\n感谢您对 {program} 的关注。这次您的申请未获通过。\n\n{reason}\n{note}\n\n您可以从 {reapplyAfter} 起再次申请。\n\n{link}",
    },
    signIn: {
      subject: "{program} 登录链接",
      body: "{name}，您好：\n\n点击此链接即可登录 {program}。\n\n{link}\n\n链接只能使用一次，有效期为{valid}。如果不是您本人操作，请忽略此邮件：没有链接，任何人都无法登录。",
    },
    firstSale: {
      subject: "您的第一笔销售：{amount}",
      body: "{name}，您好：\n\n恭喜！您推荐给 {program} 的人完成了首次购买。\n\n您的收益：{amount}\n\n只要您的链接还在传播，后续收益会不断到来。\n\n{link}",
    },
    payoutSent: {
      subject: "{amount} 已向您汇出",
      body: "{name}，您好：\n\n{program} 已汇出您的款项。根据收款方式，将在几天内到账。\n\n汇出金额：{amount}\n\n{link}",
    },
    payoutFailed: {
      subject: "您的 {amount} 款项未能到账",
      body: "{name}，您好：\n\n{program} 未能向您付款。这笔钱仍属于您，我们会再次付款。\n\n金额：{amount}\n原因：{reason}\n\n请检查您的收款方式。\n\n{link}",
    },
    monthlySummary: {
      subject: "{program}：{month}",
      body: "{name}，您好：\n\n这是您当月的成绩。\n\n点击：{clicks}\n潜在客户：{leads}\n销售：{sales}\n收益：{amount}\n\n{link}",
    },
    consoleSignIn: {
      subject: "{program} 管理后台登录链接",
      body: "{name}，您好：\n\n点击此链接即可登录管理 {program} 的后台。\n\n{link}\n\n链接只能使用一次，有效期为{valid}。如果不是您本人操作，请忽略此邮件：没有链接，任何人都无法登录。",
    },
    newApplication: {
      subject: "{partner} 申请加入 {program}",
      body: "{name}，您好：\n\n{partner} 已申请加入 {program}，正在等待答复。\n\n{link}",
    },
    ownerDigest: {
      subject: "{program}：今天的待办",
      body: "{name}，您好：\n\n{program} 中有以下事项待处理。\n\n申请：{applications}\n待付款项：{payouts}\n失败的 Webhook：{webhooks}\n失败的集成：{integrations}\n\n{link}",
    },
  },
  buttons: {
    confirmAddress: "确认邮箱",
    invited: "接受邀请",
    approved: "打开我的面板",
    rejected: "查看我的申请",
    signIn: "登录",
    firstSale: "查看我的收益",
    payoutSent: "查看我的付款",
    payoutFailed: "检查收款方式",
    monthlySummary: "打开我的面板",
    consoleSignIn: "登录",
    newApplication: "阅读申请",
    ownerDigest: "打开后台",
  },
  asked: "您收到此邮件，是因为有人在 {program} 填写了您的邮箱。",
  partOf: "您收到此邮件，是因为您是 {program} 的合作伙伴。",
  runs: "您收到此邮件，是因为您管理 {program}。",
  choose: "选择接收的邮件或退订",
  copy: "如果按钮无法使用，请打开以下地址：",
  choices: {
    title: "您的邮件",
    ask: "您希望收到 {program} 的哪些邮件？",
    kinds: {
      applicationReceived: "申请已收到",
      approved: "申请已通过",
      rejected: "申请未通过",
      firstSale: "第一笔销售",
      payoutSent: "款项已汇出",
      payoutFailed: "付款失败",
      monthlySummary: "每月汇总",
    },
    owner: "待办事项：申请、付款、故障",
    save: "保存",
    saved: "已保存。",
    none: "不接收邮件",
    gone: "此链接已失效。请打开最新邮件中的链接。",
  },
};
