import { tokenOrigins } from "../../store/queries/access/credentials.ts";
import { Together } from "../../store/together.ts";
import { now, type Context } from "../context.ts";
import { sha256 } from "../ids.ts";

/**
 * Sites a token works on, `null` for any. A token's own list was checked against the program's when it was minted; when the program narrows
 * its list later, issued tokens obey the narrower list too. A token for the partner's own page names the service's address, which no list
 * of a program has to.
 */
export function effectiveOrigins(own: string[] | null, program: string[], appUrl: string): string[] | null {
  const wanted = own?.length ? own : null;
  if (program.length === 0) return wanted;
  return wanted ? wanted.filter((origin) => program.includes(origin) || origin === new URL(appUrl).origin) : program;
}

/** {@link effectiveOrigins} of tokens in addresses, `undefined` for a token that is not in force; looks up many tokens together. */
export function pageOrigins(context: () => Context): (token: string) => Promise<readonly string[] | null | undefined> {
  const tokens = new Together<string, { own: string[] | null; program: string[] }>((hashes) => {
    const ctx = context();
    return tokenOrigins(ctx.db, hashes, now(ctx));
  });
  return async (token) => {
    const hash = sha256(token);
    const found = await tokens.find(hash, hash);
    return found && effectiveOrigins(found.own, found.program, context().config.appUrl);
  };
}
