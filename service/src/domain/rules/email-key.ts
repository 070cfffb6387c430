import { domainToASCII } from "node:url";

/**
 * The form in which addresses are compared: Unicode NFC, lower case, host in ASCII. Dots and `+tags` count.
 */
export function emailKey(email: string): string {
  return withAsciiHost(email.trim().normalize("NFC").toLowerCase());
}

/**
 * An address as mail is sent to it that proves whose it is: spelled as {@link emailKey} does but for letter case. Sent as it was typed, a
 * look-alike (`K` as U+212A) of somebody's address could be another mailbox, and would prove to be theirs.
 */
export function mailbox(email: string): string {
  return withAsciiHost(email.trim().normalize("NFC"));
}

function withAsciiHost(address: string): string {
  const at = address.lastIndexOf("@");
  if (at === -1) return address;
  const host = address.slice(at + 1);
  return `${address.slice(0, at)}@${domainToASCII(host) || host}`;
}
