import type { MaskedCustomer } from "referrals-embed/contract";

/** An address that a partner can recognise and cannot write to: `anna@example.com` → `a***@e***.com`. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf("@");
  const [user, host] = [email.slice(0, at), email.slice(at + 1)];
  const dot = host.lastIndexOf(".");
  return `${first(user)}***@${first(host)}***${dot === -1 ? "" : host.slice(dot)}`;
}

/** What a partner sees of a customer: masked address, else masked name. */
export function maskCustomer(customer: {
  id: string;
  email: string | null;
  name: string | null;
  country: string | null;
}): MaskedCustomer {
  const { id, email, name, country } = customer;
  const label = email?.includes("@") ? maskEmail(email) : `${first(name ?? "")}***`;
  return { id, label, country };
}

/** A payout destination with its middle left out. */
export function maskDestination(destination: string): string {
  if (destination.includes("@")) return maskEmail(destination);
  return `${destination.slice(0, 4)}…${destination.slice(-4)}`;
}

function first(text: string): string {
  return [...text][0] ?? "";
}
