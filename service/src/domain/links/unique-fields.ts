import { ReferralsError } from "referrals-embed/contract";
import { isLinkTooLarge, isUniqueViolation } from "../../store/violations.ts";
import { takenKey } from "referrals-embed/rules";

/**
 * Writes a link; when the database reports a taken value, the error names its field.
 * @throws ReferralsError 409 for a key, external id or identifier another link has, 422 when the link is too large as a whole
 */
export async function uniqueFields<T>(key: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (isUniqueViolation(error, "links_key")) throw takenKey(key);
    if (isUniqueViolation(error, "links_external_id")) throw taken("externalId");
    if (isUniqueViolation(error, "links_identifier")) throw taken("identifier");
    if (isLinkTooLarge(error)) throw tooLarge();
    throw error;
  }
}

function tooLarge(): ReferralsError {
  const message = "too_big: geo: the addresses and texts of a link have more than 40,000 bytes together";
  return new ReferralsError("unprocessable_entity", message);
}

function taken(field: string): ReferralsError {
  return new ReferralsError(
    "conflict",
    `Another link of this workspace already has this ${field}. Choose another value.`,
  );
}
