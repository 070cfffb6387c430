import type { MailWords } from "../mail-words.ts";

export const ptBR: MailWords = {
  texts: {
    confirmAddress: {
      subject: "Confirme seu endereço para {program}",
      body: "Olá, {name},\n\nObrigado por se inscrever em {program}. Confirme que este endereço é seu e sua inscrição será enviada.\n\n{link}\n\nO link vale por {valid}. Se você não se inscreveu, pode ignorar este e-mail: nada acontece.",
    },
    applicationReceived: {
      subject: "{program} recebeu sua inscrição",
      body: "Olá, {name},\n\nSua inscrição em {program} chegou. Ela está sendo lida, e você recebe um e-mail assim que houver uma decisão. Você não precisa fazer mais nada.",
    },
    invited: {
      subject: "{program} convida você",
      body: "Olá, {name},\n\n{program} convida você para ser parceiro: compartilhe seu próprio link e ganhe quando as pessoas que você indicar virarem clientes.\n\n{link}\n\nO convite vale por {valid}.",
    },
    approved: {
      subject: "Boas-vindas a {program}",
      body: "Olá, {name},\n\nSua inscrição foi aceita: agora você faz parte de {program}. Seu link está pronto, compartilhe onde quiser.\n\n{link}",
    },
    rejected: {
      subject: "Sua inscrição em {program}",
      body: "Olá, {name},\n\nObrigado pelo interesse em {program}. Desta vez, sua inscrição não foi aceita.\n\n{reason}\n{note}\n\nVocê pode se inscrever de novo a partir de {reapplyAfter}.\n\n{link}",
    },
    signIn: {
      subject: "Seu link de acesso a {program}",
      body: "Olá, {name},\n\nCom este link você entra em {program}.\n\n{link}\n\nEle funciona uma única vez, por {valid}. Se você não o pediu, pode ignorar este e-mail: ninguém entra sem o link.",
    },
    firstSale: {
      subject: "Sua primeira venda: {amount}",
      body: "Olá, {name},\n\nParabéns! Uma pessoa que você indicou para {program} comprou pela primeira vez.\n\nVocê ganhou: {amount}\n\nAs próximas vêm por si enquanto seu link estiver circulando.\n\n{link}",
    },
    payoutSent: {
      subject: "{amount} a caminho",
      body: "Olá, {name},\n\n{program} enviou seu pagamento. Dependendo da forma de pagamento, ele chega nos próximos dias.\n\nPago: {amount}\n\n{link}",
    },
    payoutFailed: {
      subject: "Seu pagamento de {amount} não chegou",
      body: "Olá, {name},\n\n{program} não conseguiu pagar você. O dinheiro continua seu, e o pagamento será tentado de novo.\n\nValor: {amount}\nMotivo: {reason}\n\nConfira para onde vão seus pagamentos.\n\n{link}",
    },
    monthlySummary: {
      subject: "{program}: {month}",
      body: "Olá, {name},\n\nEste foi o seu mês.\n\nCliques: {clicks}\nLeads: {leads}\nVendas: {sales}\nGanhos: {amount}\n\n{link}",
    },
    consoleSignIn: {
      subject: "Seu link de acesso ao console de {program}",
      body: "Olá, {name},\n\nCom este link você entra no console, onde administra {program}.\n\n{link}\n\nEle funciona uma única vez, por {valid}. Se você não o pediu, pode ignorar este e-mail: ninguém entra sem o link.",
    },
    newApplication: {
      subject: "{partner} quer participar de {program}",
      body: "Olá, {name},\n\n{partner} se inscreveu em {program} e espera uma resposta.\n\n{link}",
    },
    ownerDigest: {
      subject: "{program}: o que espera você hoje",
      body: "Olá, {name},\n\nIsto espera por você em {program}.\n\nInscrições: {applications}\nPagamentos a fazer: {payouts}\nWebhooks com falhas: {webhooks}\nIntegrações com falhas: {integrations}\n\n{link}",
    },
  },
  buttons: {
    confirmAddress: "Confirmar endereço",
    invited: "Aceitar o convite",
    approved: "Abrir meu painel",
    rejected: "Ver minha inscrição",
    signIn: "Entrar",
    firstSale: "Ver meus ganhos",
    payoutSent: "Ver meus pagamentos",
    payoutFailed: "Conferir meus pagamentos",
    monthlySummary: "Abrir meu painel",
    consoleSignIn: "Entrar",
    newApplication: "Ler a inscrição",
    ownerDigest: "Abrir o console",
  },
  asked: "Você recebe este e-mail porque alguém informou seu endereço em {program}.",
  partOf: "Você recebe este e-mail porque participa de {program}.",
  runs: "Você recebe este e-mail porque administra {program}.",
  choose: "Escolher seus e-mails ou cancelar",
  copy: "Se o botão não funcionar, abra este endereço:",
  choices: {
    title: "Seus e-mails",
    ask: "Quais e-mails de {program} você quer receber?",
    kinds: {
      applicationReceived: "Minha inscrição chegou",
      approved: "Minha inscrição foi aceita",
      rejected: "Minha inscrição não foi aceita",
      firstSale: "Minha primeira venda",
      payoutSent: "Um pagamento foi enviado",
      payoutFailed: "Um pagamento falhou",
      monthlySummary: "Um resumo por mês",
    },
    owner: "O que espera por mim: inscrições, pagamentos, falhas",
    save: "Salvar",
    saved: "Salvo.",
    none: "Nenhum e-mail",
    gone: "Este link não funciona mais. Abra o do seu e-mail mais recente.",
  },
};
