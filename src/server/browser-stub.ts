export const loaded: never = refuse();

function refuse(): never {
  throw new Error(
    "referrals-embed/server holds your API key and must not be bundled for a browser. Import it in server code only.",
  );
}
