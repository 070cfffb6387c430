import { ReferralsError } from "referrals-embed/contract";
import { isUniqueViolation } from "../../store/violations.ts";
import { takenKey } from "referrals-embed/rules";

/**
 * Runs a write of a link and names the field when the database finds it taken.
 * @throws ReferralsError 409 for a key, external id or identifier another link has
 */
export async function uniqueFields<T>(key: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (isUniqueViolation(error, "links_key")) throw takenKey(key);
    if (isUniqueViolation(error, "links_external_id")) throw taken("externalId");
    if (isUniqueViolation(error, "links_identifier")) throw taken("identifier");
    throw error;
  }
}

function taken(field: string): ReferralsError {
  return new ReferralsError(
    "conflict",
    `Another link of this workspace already has this ${field}. Choose another value.`,
  );
}
