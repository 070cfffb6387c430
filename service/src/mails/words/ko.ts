import type { MailWords } from "../mail-words.ts";

export const ko: MailWords = {
  texts: {
    confirmAddress: {
      subject: "{program}: 이메일 주소를 확인해 주세요",
      body: "{name}님, 안녕하세요.\n\n{program}에 신청해 주셔서 감사합니다. 이 주소가 본인의 것인지 확인해 주시면 신청서가 전송됩니다.\n\n{link}\n\n링크의 유효 기간은 {valid}입니다. 신청하신 적이 없다면 이 메일을 무시하세요. 아무 일도 일어나지 않습니다.",
    },
    applicationReceived: {
      subject: "{program}: 신청서를 받았습니다",
      body: "{name}님, 안녕하세요.\n\n{program}에 보내신 신청서가 도착했습니다. 지금 검토 중이며, 결과가 나오는 대로 메일로 알려 드립니다. 더 하실 일은 없습니다.",
    },
    invited: {
      subject: "{program}에 초대합니다",
      body: "{name}님, 안녕하세요.\n\n{program}의 파트너로 초대합니다. 나만의 링크를 공유하고, 추천한 사람이 고객이 되면 수익을 받으세요.\n\n{link}\n\n초대의 유효 기간은 {valid}입니다.",
    },
    approved: {
      subject: "{program}에 오신 것을 환영합니다",
      body: "{name}님, 안녕하세요.\n\n신청이 승인되어 이제 {program}의 파트너입니다. 링크가 준비되었으니 원하는 곳에 공유하세요.\n\n{link}",
    },
    rejected: {
      subject: "{program} 신청 결과",
      body: "{name}님, 안녕하세요.\n\n{program}에 관심을 가져 주셔서 감사합니다. 이번에는 신청이 승인되지 않았습니다.\n\n{reason}\n{note}\n\n{reapplyAfter}부터 다시 신청할 수 있습니다.\n\n{link}",
    },
    signIn: {
      subject: "{program} 로그인 링크",
      body: "{name}님, 안녕하세요.\n\n이 링크로 {program}에 로그인할 수 있습니다.\n\n{link}\n\n한 번만 사용할 수 있으며 유효 기간은 {valid}입니다. 요청하신 적이 없다면 이 메일을 무시하세요. 링크 없이는 아무도 로그인할 수 없습니다.",
    },
    firstSale: {
      subject: "첫 판매: {amount}",
      body: "{name}님, 안녕하세요.\n\n축하합니다! {program}에 추천한 분이 처음으로 구매했습니다.\n\n받은 수익: {amount}\n\n링크가 공유되어 있는 동안 다음 판매도 이어집니다.\n\n{link}",
    },
    payoutSent: {
      subject: "{amount}을(를) 보내 드렸습니다",
      body: "{name}님, 안녕하세요.\n\n{program}에서 지급액을 보냈습니다. 지급 방법에 따라 며칠 안에 도착합니다.\n\n지급액: {amount}\n\n{link}",
    },
    payoutFailed: {
      subject: "{amount} 지급이 완료되지 않았습니다",
      body: "{name}님, 안녕하세요.\n\n{program}에서 지급하지 못했습니다. 금액은 그대로 회원님의 것이며 지급을 다시 시도합니다.\n\n금액: {amount}\n사유: {reason}\n\n지급받을 곳을 확인해 주세요.\n\n{link}",
    },
    monthlySummary: {
      subject: "{program}: {month}",
      body: "{name}님, 안녕하세요.\n\n한 달의 결과입니다.\n\n클릭: {clicks}\n리드: {leads}\n판매: {sales}\n수익: {amount}\n\n{link}",
    },
    consoleSignIn: {
      subject: "{program} 관리 콘솔 로그인 링크",
      body: "{name}님, 안녕하세요.\n\n이 링크로 {program}을(를) 운영하는 콘솔에 로그인할 수 있습니다.\n\n{link}\n\n한 번만 사용할 수 있으며 유효 기간은 {valid}입니다. 요청하신 적이 없다면 이 메일을 무시하세요. 링크 없이는 아무도 로그인할 수 없습니다.",
    },
    newApplication: {
      subject: "{partner}님이 {program}에 신청했습니다",
      body: "{name}님, 안녕하세요.\n\n{partner}님이 {program}에 신청하고 답변을 기다리고 있습니다.\n\n{link}",
    },
    ownerDigest: {
      subject: "{program}: 오늘 처리할 일",
      body: "{name}님, 안녕하세요.\n\n{program}에서 다음 항목이 기다리고 있습니다.\n\n신청: {applications}\n지급 예정: {payouts}\n실패한 웹훅: {webhooks}\n실패한 연동: {integrations}\n\n{link}",
    },
  },
  buttons: {
    confirmAddress: "주소 확인",
    invited: "초대 수락",
    approved: "대시보드 열기",
    rejected: "신청서 보기",
    signIn: "로그인",
    firstSale: "수익 보기",
    payoutSent: "지급 내역 보기",
    payoutFailed: "지급 정보 확인",
    monthlySummary: "대시보드 열기",
    consoleSignIn: "로그인",
    newApplication: "신청서 읽기",
    ownerDigest: "콘솔 열기",
  },
  asked: "{program}에서 이 주소가 입력되어 이 메일을 보내 드립니다.",
  partOf: "{program}의 파트너이므로 이 메일을 보내 드립니다.",
  runs: "{program}을(를) 운영하고 있으므로 이 메일을 보내 드립니다.",
  choose: "받을 메일 선택 또는 수신 거부",
  copy: "버튼이 작동하지 않으면 다음 주소를 여세요.",
  choices: {
    title: "받을 메일",
    ask: "{program}에서 어떤 메일을 받으시겠습니까?",
    kinds: {
      applicationReceived: "신청서 접수",
      approved: "신청 승인",
      rejected: "신청 미승인",
      firstSale: "첫 판매",
      payoutSent: "지급 완료",
      payoutFailed: "지급 실패",
      monthlySummary: "매월 요약",
    },
    owner: "처리할 일: 신청, 지급, 오류",
    save: "저장",
    saved: "저장되었습니다.",
    none: "메일 받지 않기",
    gone: "이 링크는 더 이상 작동하지 않습니다. 가장 최근 메일의 링크를 여세요.",
  },
};
