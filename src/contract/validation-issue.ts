/** Issue codes that begin a 422 message: `<issue>: <path>: <message>`. */
export const issueCodes = [
  "invalid_type",
  "invalid_value",
  "invalid_format",
  "too_small",
  "too_big",
  "custom",
] as const;

/** One of the validation issue codes. */
export type IssueCode = (typeof issueCodes)[number];

/** A parsed 422 message. */
export interface ValidationIssue {
  issue: IssueCode;
  /** Object notation, `testVariants[0].percentage`; `body` for the whole body. */
  path: string;
  message: string;
}

/**
 * Parses a 422 message.
 * @returns the issue, or `undefined` when the message has another form.
 */
export function parseValidationMessage(message: string): ValidationIssue | undefined {
  const [issue, path, ...rest] = message.split(": ");
  if (!path || rest.length === 0 || !issueCodes.includes(issue as IssueCode)) return undefined;
  return { issue: issue as IssueCode, path, message: rest.join(": ") };
}
