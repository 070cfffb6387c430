import { ReferralsError, type CredentialProblem } from "../contract/errors.ts";
import { NetworkError } from "./network-error.ts";
import { readProblem } from "./read-problem.ts";
import type { RequestErrors } from "./request.ts";

/** The errors of a host's server: what the service said whole, its request id and what it found wrong with the key included. */
export const serviceErrors: RequestErrors = {
  async refused(response) {
    const { code, status, message, docUrl, retryAfter } = await readProblem(response);
    // No envelope, and no machine in trouble: some other server stands at that address.
    const hint =
      docUrl || status >= 500 ? "" : " Is baseUrl the address of the API, as https://app.example.com/api is?";
    return new ReferralsError(code, message + hint, {
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
