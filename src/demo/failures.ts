import { ReferralsError } from "../contract/errors.ts";
import type { DemoScene, EmbedOperation } from "./scene.ts";

/** Decides which calls fail. */
export interface Failures {
  /** Throws the failure of this call, if it has one. */
  check(name: EmbedOperation, authorization: string | null): void;
  /** Tells that a call was answered. */
  answered(name: EmbedOperation): void;
}

/** The failures of a scene: credentials, the ones it asks for, and a token that ends. */
export function createFailures({ failure, expiresAfterMs }: DemoScene, elapsed: () => number): Failures {
  let loaded = false;
  let refusals = 2;
  let since: number | undefined;
  const isHit = (name: EmbedOperation): boolean => {
    if (failure?.calls === "all") return true;
    if (failure?.calls === "afterLoad") return loaded;
    if (failure?.calls === "panels") return !["bootstrap", "token"].includes(name.slice(6));
    return failure?.calls.includes(name) ?? false;
  };
  return {
    check(name, authorization) {
      if (!authorization?.startsWith("Bearer ")) throw refusal("missing");
      since ??= elapsed();
      if (expiresAfterMs !== null && refusals > 0 && elapsed() - since >= expiresAfterMs) {
        refusals--;
        throw refusal("expired");
      }
      if (!failure || !isHit(name)) return;
      if (failure.with === "network") throw new TypeError("Failed to fetch");
      throw new ReferralsError(failure.with, "This demo fails on purpose.", {
        retryAfter: failure.with === "rate_limit_exceeded" ? 20 : undefined,
        credential: failure.with === "unauthorized" ? "revoked" : undefined,
      });
    },
    answered(name) {
      loaded ||= name === "embed.bootstrap";
    },
  };
}

function refusal(credential: "missing" | "expired"): ReferralsError {
  return new ReferralsError("unauthorized", "The token is not accepted. Ask for a new one.", { credential });
}
