import { ReferralsError, type CredentialProblem } from "../contract/errors.ts";
import { NetworkError } from "./network-error.ts";
import { readProblem } from "./read-problem.ts";
import type { RequestErrors } from "./request.ts";

/** The errors of a host's server: what the service said whole, its request id and what it found wrong with the key included. */
export const serviceErrors: RequestErrors = {
  async refused(response) {
    const { code, message, docUrl, retryAfter } = await readProblem(response);
    return new ReferralsError(code, message, {
      docUrl,
      retryAfter,
      requestId: response.headers.get("X-Request-Id") ?? undefined,
      credential: credentialProblem(response.headers.get("WWW-Authenticate")),
    });
  },
  unreached: (...said) => new NetworkError(...said),
};

function credentialProblem(header: string | null): CredentialProblem | undefined {
  return /error_description="(missing|unknown|expired|revoked)"/.exec(header ?? "")?.[1] as
    | CredentialProblem
    | undefined;
}
