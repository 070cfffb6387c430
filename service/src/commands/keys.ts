import { apiKeyScopes, type ApiKeyScope } from "referrals-embed/contract";
import { createApiKey, deleteApiKey, listApiKeys } from "../domain/workspaces/manage-keys.ts";
import { UsageError, type Given } from "./command.ts";
import { dateOf, operatorCommand, valueOf, workspaceOption, type Operator } from "./operator.ts";

/** `keys list|create|revoke`. */
export const keys = operatorCommand(
  {
    does: "list, create and revoke API keys",
    takes: "<list|create|revoke> [keyId]",
    options: {
      name: { value: "text", does: "create: what the key is for" },
      scopes: { value: "list", does: "create: comma-separated, e.g. partners.read,tokens.write; default all" },
      expires: { value: "date", does: "create: when it ends; default never" },
      publishable: { value: true, does: "create: a publishable key, for pages" },
      ...workspaceOption,
    },
    more: "A secret key is printed once, when it is created.",
  },
  async (operator, given) => {
    const [action, keyId] = given.args;
    switch (action) {
      case "list":
        return list(operator);
      case "create":
        return create(operator, given);
      case "revoke":
        if (!keyId) throw new UsageError("Which key? The list shows their ids.");
        await deleteApiKey(await operator.inWorkspace(), keyId);
        return `The key ${keyId} is revoked.`;
      default:
        throw new UsageError(`keys takes list, create or revoke, not ${action}.`);
    }
  },
);

async function list({ inWorkspace }: Operator): Promise<string> {
  const ctx = await inWorkspace();
  const lines: string[] = [];
  for (let page = 1; ; page += 1) {
    const found = await listApiKeys(ctx, { page, pageSize: 100 });
    for (const { id, kind, last4, name, scopes, expiresAt, revokedAt } of found) {
      const life = revokedAt ? `revoked ${revokedAt}` : expiresAt ? `until ${expiresAt}` : "in force";
      lines.push([id, kind.padEnd(11), `...${last4}`, life, scopes?.join(",") ?? "all", name].join("  "));
    }
    if (found.length < 100) return lines.join("\n") || "There is no key.";
  }
}

async function create({ inWorkspace }: Operator, given: Given): Promise<string> {
  const publishable = given.options["publishable"] === true;
  const made = await createApiKey(await inWorkspace(), {
    name: valueOf(given, "name") ?? (publishable ? "Publishable key" : "Secret key"),
    kind: publishable ? "publishable" : "secret",
    scopes: scopesOf(valueOf(given, "scopes")),
    expiresAt: dateOf(given, "expires")?.toISOString(),
  });
  return `${made.id}\n${made.key}`;
}

function scopesOf(text: string | undefined): ApiKeyScope[] | undefined {
  const given = text?.split(",").map((scope) => scope.trim());
  const unknown = given?.find((scope) => !(apiKeyScopes as readonly string[]).includes(scope));
  if (unknown !== undefined)
    throw new UsageError(`There is no scope ${unknown}. There are: ${apiKeyScopes.join(", ")}.`);
  return given as ApiKeyScope[] | undefined;
}
