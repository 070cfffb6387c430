import { domainToASCII } from "node:url";

/**
 * The form in which addresses are compared: Unicode NFC, lower case, host in ASCII. Dots and `+tags` count.
 */
export function emailKey(email: string): string {
  const address = email.trim().normalize("NFC").toLowerCase();
  const at = address.lastIndexOf("@");
  if (at === -1) return address;
  const host = address.slice(at + 1);
  return `${address.slice(0, at)}@${domainToASCII(host) || host}`;
}
