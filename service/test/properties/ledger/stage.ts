import type { PlayedProvider } from "../../integrations/integration.ts";
import { createIntegration, type SentEvent, type TestIntegration } from "../../integrations/integration.ts";
import { playedProviders } from "../../integrations/played-providers.ts";
import type { CreatedWorkspace } from "../../../src/domain/workspaces/create-workspace.ts";
import type { Context } from "../../../src/domain/context.ts";
import type { TestService } from "../../harness.ts";
import { storeClick } from "../../tracking/stored-click.ts";
import type { RewardEvent, Terms } from "./books.ts";
import type { Payment } from "./provider.ts";
import type { Setup } from "./story.ts";

export interface Member {
  partnerId: string;
  enrollmentId: string;
  linkId: string;
  clickId: string;
  clickAt: number;
}

/** A workspace of the service in which a story is played. */
export interface Stage extends CreatedWorkspace {
  service: TestService;
  ctx: Context;
  members: Member[];
  groupIds: string[];
  payments: Payment[];
  integrations: Partial<Record<PlayedProvider["provider"], TestIntegration>>;
  /** What was sent of each fact, to send it again as it was. */
  sent: Map<object, SentEvent>;
  /** Why the service refused the last step. */
  said: string;
  call(method: string, path: string, body?: unknown): Promise<{ status: number; body: any }>;
}

export const bodyOf = (event: RewardEvent, { basisPoints, flat, months, cap, least }: Terms): object => ({
  event,
  type: basisPoints === null ? "flat" : "percentage",
  amount: basisPoints === null ? flat : basisPoints / 100,
  maxDuration: months,
  maxAmount: cap,
  conditions: least === null ? [] : [{ field: "amount", operator: "gte", value: least }],
});

/** Sets a program up through the API: two groups, four partners of whom the first brought in the second, and each provider. */
export async function openStage(service: TestService, setup: Setup): Promise<Stage> {
  const created = await service.createWorkspace({ saleRateBp: undefined });
  const ctx = service.ctx(created.workspaceId);
  const call: Stage["call"] = (method, path, body) =>
    service.request(method, path, { ...(body !== undefined && { body }), key: created.apiKey });
  const must: Stage["call"] = async (method, path, body) => {
    const answer = await call(method, path, body);
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`);
    return answer;
  };
  await must("PATCH", "/program", { holdingPeriodDays: setup.holdingDays, minPayoutAmount: setup.minimum });
  const groupIds: string[] = [];
  for (const [index, rewards] of setup.groups.entries()) {
    const ids: Record<string, string> = {};
    for (const [event, terms] of Object.entries(rewards) as [RewardEvent, Terms | null][]) {
      if (terms) ids[`${event}RewardId`] = (await must("POST", "/rewards", bodyOf(event, terms))).body.id;
    }
    const path = index === 0 ? `/groups/${created.groupId}` : "/groups";
    const made = await must(index === 0 ? "PATCH" : "POST", path, { name: `Group ${index}`, ...ids });
    groupIds.push(made.body.id);
  }
  const members: Member[] = [];
  for (let index = 0; index < 4; index += 1) {
    const email = `member-${index}-${service.deps.ids.random(8).toLowerCase()}@mail.test`;
    // The first one is the customer cus-4 as well.
    const tenantId = index === 0 ? "cus-4" : `tenant-${index}`;
    const more =
      index === 1 ? { referredBy: { partnerId: members[0]?.partnerId } } : index === 3 ? { groupId: groupIds[1] } : {};
    const { body } = await must("POST", "/partners", { email, tenantId, ...more });
    await must("PUT", `/partners/${body.id}/payout-method`, { method: "paypal", paypalEmail: email });
    const { id: enrollmentId } = await ctx.db
      .selectFrom("enrollments")
      .select("id")
      .where("partner_id", "=", body.id)
      .where("workspace_id", "=", created.workspaceId)
      .executeTakeFirstOrThrow();
    const linkId = body.links[0].id;
    service.clock.advance(1000);
    const clickId = await storeClick(service, linkId);
    members.push({ partnerId: body.id, enrollmentId, linkId, clickId, clickAt: service.clock.now() });
  }
  const integrations: Stage["integrations"] = {};
  for (const one of playedProviders) {
    const isUsed = setup.payments.some(({ provider }) => provider.startsWith(one.provider));
    if (isUsed) integrations[one.provider] = await createIntegration(service, one, { key: created.apiKey });
  }
  return {
    ...created,
    service,
    ctx,
    members,
    groupIds,
    payments: setup.payments,
    integrations,
    sent: new Map(),
    said: "",
    call,
  };
}
