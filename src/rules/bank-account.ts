/** A bank account as it is sent. */
export interface BankAccount {
  country: string;
  holder: string;
  iban?: string | undefined;
  accountNumber?: string | undefined;
  routingNumber?: string | undefined;
}

/** Length of the IBAN by country, as the SWIFT registry has it; the other countries have an account number and a routing number. */
const ibanLengths: Readonly<Record<string, number>> = {
  AD: 24,
  AE: 23,
  AL: 28,
  AT: 20,
  AZ: 28,
  BA: 20,
  BE: 16,
  BG: 22,
  BH: 22,
  BR: 29,
  CH: 21,
  CR: 22,
  CY: 28,
  CZ: 24,
  DE: 22,
  DK: 18,
  DO: 28,
  EE: 20,
  EG: 29,
  ES: 24,
  FI: 18,
  FO: 18,
  FR: 27,
  GB: 22,
  GE: 22,
  GI: 23,
  GL: 18,
  GR: 27,
  GT: 28,
  HR: 21,
  HU: 28,
  IE: 22,
  IL: 23,
  IS: 26,
  IT: 27,
  JO: 30,
  KW: 30,
  KZ: 20,
  LB: 28,
  LI: 21,
  LT: 20,
  LU: 20,
  LV: 21,
  MC: 27,
  MD: 24,
  ME: 22,
  MK: 19,
  MR: 27,
  MT: 31,
  MU: 30,
  NL: 18,
  NO: 15,
  PK: 24,
  PL: 28,
  PS: 29,
  PT: 25,
  QA: 29,
  RO: 24,
  RS: 22,
  SA: 24,
  SE: 24,
  SI: 19,
  SK: 24,
  SM: 27,
  TN: 24,
  TR: 26,
  UA: 29,
  VA: 22,
  VG: 24,
  XK: 20,
};

/** Whether accounts of a country are named by an IBAN. */
export function hasIban(country: string): boolean {
  return ibanLengths[country] !== undefined;
}

/** Routing numbers whose form is known, by country. */
const routings: Readonly<Record<string, { form: RegExp; says: string }>> = {
  US: { form: /^\d{9}$/, says: "the 9 digits of the bank's ABA number, with a right checksum" },
  CA: { form: /^\d{8,9}$/, says: "transit and institution number, 8 or 9 digits" },
  AU: { form: /^\d{6}$/, says: "the 6 digits of the BSB" },
  IN: { form: /^[A-Z]{4}0[A-Z0-9]{6}$/, says: "the 11 characters of the IFSC" },
};

/** The problem of an account: the field and its required form; `null` if there is none. */
export function accountMistake(account: BankAccount): { field: string; says: string } | null {
  const { country, iban, accountNumber, routingNumber } = account;
  const length = ibanLengths[country];
  // An IBAN that cannot be checked here must not replace an account number that can.
  if (length === undefined && iban !== undefined)
    return { field: "iban", says: `accounts of ${country} have none: send accountNumber and routingNumber` };
  if (length !== undefined) {
    if (iban === undefined) return { field: "iban", says: `required for ${country}` };
    if (accountNumber !== undefined || routingNumber !== undefined) {
      const field = accountNumber === undefined ? "routingNumber" : "accountNumber";
      return { field, says: `accounts of ${country} are named by an IBAN alone` };
    }
    const isRight = iban.length === length && iban.startsWith(country) && isIban(iban);
    return isRight
      ? null
      : { field: "iban", says: `must be an IBAN of ${country}: ${length} characters with a right checksum` };
  }
  if (accountNumber === undefined) return { field: "accountNumber", says: `required for ${country}` };
  if (routingNumber === undefined) return { field: "routingNumber", says: `required for ${country}` };
  const known = routings[country];
  const isRight = !known || (known.form.test(routingNumber) && (country !== "US" || isAba(routingNumber)));
  return isRight ? null : { field: "routingNumber", says: `must be ${known.says}` };
}

/** The checksum of the ABA: weighted by 3, 7 and 1 the digits come to a multiple of 10. */
function isAba(digits: string): boolean {
  return (
    [...digits].reduce((sum, digit, index) => sum + Number(digit) * (([3, 7, 1] as const)[index % 3] ?? 0), 0) % 10 ===
    0
  );
}

/** ISO 13616: the first four characters moved to the end, letters as 10 to 35, the remainder by 97 is 1. */
function isIban(iban: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]+$/.test(iban)) return false;
  const digits = [...`${iban.slice(4)}${iban.slice(0, 4)}`].map((char) => Number.parseInt(char, 36)).join("");
  return [...digits].reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0) === 1;
}
