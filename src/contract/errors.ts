/** The nine codes of the error envelope, with the HTTP status of each (specification, Errors). */
export const errorStatuses = {
  bad_request: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  invite_expired: 410,
  unprocessable_entity: 422,
  rate_limit_exceeded: 429,
  internal_server_error: 500,
} as const;

/** One of the nine codes a service answer may carry. */
export type ErrorCode = keyof typeof errorStatuses;

/** The HTTP status of one of the nine codes. */
export type ErrorStatus = (typeof errorStatuses)[ErrorCode];

/** What an error may carry besides code and message. */
export interface ReferralsErrorDetails {
  /** Seconds to wait before trying again (429, 503). */
  retryAfter?: number;
  docUrl?: string;
  requestId?: string;
  /** `error_description` of a 401: `missing`, `unknown`, `expired` or `revoked`. */
  credential?: CredentialProblem;
  cause?: unknown;
}

/** Why a credential was refused. */
export type CredentialProblem = "missing" | "unknown" | "expired" | "revoked";

/** The one error class that crosses folders: one of the nine codes, and a message that says what to do. */
export class ReferralsError extends Error {
  override readonly name: string = "ReferralsError";
  declare readonly code: ErrorCode;
  declare readonly status: ErrorStatus;
  declare readonly retryAfter?: number;
  declare readonly docUrl?: string;
  declare readonly requestId?: string;
  declare readonly credential?: CredentialProblem;

  constructor(code: ErrorCode, message: string, { cause, ...details }: ReferralsErrorDetails = {}) {
    super(message, cause === undefined ? undefined : { cause });
    Object.assign(this, details, { code, status: errorStatuses[code] });
  }
}
