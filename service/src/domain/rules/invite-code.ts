const prefix = "pge_";

/** The parameter of an invitation link that carries the code. */
export const inviteParameter = "invited_by";

/** The code of a partner's invitation link. It is the enrollment's own id, so it never changes and ends with the enrollment. */
export function inviteCode(enrollmentId: string): string {
  return enrollmentId.slice(prefix.length).toLowerCase();
}

/** The enrollment a code would be of, in any letter case. */
export function enrollmentOfCode(code: string): string {
  return prefix + code.trim().toUpperCase();
}

/** The link with which a partner brings in others. @param landing the page they land on */
export function inviteUrl(landing: string, enrollmentId: string): string {
  const url = new URL(landing);
  url.searchParams.set(inviteParameter, inviteCode(enrollmentId));
  return url.href;
}
