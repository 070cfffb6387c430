import { operations, type OperationName, type Person } from "referrals-embed/contract";

/** What gives others access or sends data elsewhere: keys, tokens, people. Whoever may do it could do everything else by it. */
const ownersAreas = ["apiKeys", "people", "embedTokens"];
/** Their changes are owners' too; to look at them is not. */
const ownersSettings = ["webhooks", "integrations"];

/** Whether a role allows an operation that takes a secret key. */
export function mayDo(role: Person["role"], operation: OperationName): boolean {
  if (role === "owner") return true;
  const area = operation.split(".", 1).join();
  if (ownersAreas.includes(area)) return false;
  const isRead = operations[operation].scope.endsWith(".read");
  return isRead || (role === "manager" && !ownersSettings.includes(area));
}
