import { ReferralsError, type CredentialProblem } from "../contract/errors.ts";
import type { DemoScene } from "./scene.ts";

/** Throws the failure of a call, if it has one. */
export type CheckFailure = (route: string, authorization: string | null) => void;

/** The failures of a scene: credentials, the ones it asks for, and a token that ends. */
export function createFailures({ failure, expiresAfterMs }: DemoScene, elapsed: () => number): CheckFailure {
  let isLoaded = false;
  let refusals = 0;
  let since: number | undefined;
  const fails = (calls: string | readonly string[], route: string): boolean => {
    if (calls === "afterLoad") return isLoaded;
    if (calls === "panels") return route !== "GET /" && route !== "GET /token";
    return calls === "all" || calls.includes(route);
  };
  return (route, authorization) => {
    if (!authorization?.startsWith("Bearer ")) throw unauthorized("missing");
    since ??= elapsed();
    const isOver = expiresAfterMs !== null && elapsed() - since >= expiresAfterMs;
    if (isOver && ++refusals <= 2) throw unauthorized("expired");
    if (failure && fails(failure.calls, route)) {
      if (failure.with === "network") throw new TypeError("Failed to fetch");
      throw new ReferralsError(failure.with, "Fails on purpose.");
    }
    isLoaded ||= route === "GET /";
  };
}

function unauthorized(credential: CredentialProblem): ReferralsError {
  return new ReferralsError("unauthorized", "Get a new token.", { credential });
}
