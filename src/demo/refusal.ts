import type { ReferralsError } from "../contract/errors.ts";
import type { ErrorBody } from "../contract/records.ts";

/** An error as an answer; a 429 asks for 20 s, a 401 says what is wrong with the token. */
export function refusal({ code, message, status, credential = "revoked" }: ReferralsError): Response {
  const body: ErrorBody = { error: { code, message, doc_url: `${demoOrigin}/docs/errors#${code}` } };
  const response = jsonResponse(JSON.stringify(body), status);
  if (code === "rate_limit_exceeded") response.headers.set("Retry-After", "20");
  if (code === "unauthorized") {
    response.headers.set("WWW-Authenticate", `Bearer error="invalid_token", error_description="${credential}"`);
  }
  return response;
}

/** A JSON answer. */
export function jsonResponse(text: string, status: number): Response {
  return new Response(text, { status, headers: { "Content-Type": "application/json; charset=utf-8" } });
}

/** A reserved host name: requests of a demo never leave the page. */
export const demoOrigin = "https://demo.invalid";
