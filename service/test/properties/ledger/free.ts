import { storeClick } from "../../tracking/stored-click.ts";
import type { World } from "../world.ts";
import { send, type ImportRow, type Targets } from "./send.ts";
import type { Member, Stage } from "./stage.ts";
import type { Step } from "./story.ts";

/** A world as a stage: one group, no payments at providers. */
export async function stageOf(world: World): Promise<Stage> {
  const { service, ctx } = world;
  const members: Member[] = [];
  for (const member of world.members) {
    const clickId = await storeClick(service, member.linkId);
    members.push({ ...member, clickId, clickAt: service.clock.now() });
  }
  const call: Stage["call"] = (method, path, body) =>
    service.request(method, path, { ...(body !== undefined && { body }), key: world.apiKey });
  const rest = { groupIds: [world.groupId], payments: [], integrations: {}, sent: new Map(), said: "" };
  return { ...world, ...rest, service, ctx, members, call };
}

/** Takes a step as far as the rules let it, without the model beside it: also while others are taken. */
export async function take(stage: Stage, step: Step): Promise<void> {
  if (step.do === "tell" && stage.payments.length === 0) return;
  await send(stage, step, await targetsIn(stage));
}

/** Of a list, counted from the newest. */
const ago = <T>(list: readonly T[], index: number): T | undefined => list[index % Math.max(1, list.length)];

/** What indexes stand for by what is stored. */
async function targetsIn({ ctx, workspaceId, members, service }: Stage): Promise<Targets> {
  const idsOf = async (table: "commissions" | "payouts"): Promise<string[]> => {
    const query = ctx.db.selectFrom(table).select("id").where("workspace_id", "=", workspaceId);
    return (await query.orderBy("id", "desc").execute()).map(({ id }) => id);
  };
  const sales = await ctx.db
    .selectFrom("sale_events as s")
    .leftJoin("commissions as c", (join) => join.onRef("c.event_id", "=", "s.id").on("c.type", "=", "sale"))
    .innerJoin("customers as u", "u.id", "s.customer_id")
    .select(["s.invoice_id", "s.amount", "s.currency", "s.at", "s.enrollment_id", "u.external_id", "c.gross_earnings"])
    .where("s.workspace_id", "=", workspaceId)
    .orderBy("s.id", "desc")
    .execute();
  return {
    line: async (index) => ago(await idsOf("commissions"), index),
    payout: async (index) => ago(await idsOf("payouts"), index),
    invoice: (index) => ago(sales, index)?.invoice_id ?? "in-none",
    row: (step): ImportRow | null => {
      const given = { invoice: "", customer: "", status: "pending" as const, reference: step.reference };
      if (step.do === "import") {
        const { amount, currency, percent } = step;
        return {
          ...given,
          invoice: `in-${step.invoice}`,
          customer: `cus-${step.customer}`,
          partner: { index: step.partner },
          amount,
          currency,
          earnings: Math.floor((amount * percent) / 100),
          date: service.clock.now() - step.daysAgo * 86_400_000,
          status: step.isPaid ? "paid" : "pending",
        };
      }
      const sale = ago(sales, step.sale);
      const partner = members.findIndex(({ enrollmentId }) => enrollmentId === sale?.enrollment_id);
      if (!sale?.invoice_id || sale.external_id === null || partner < 0) return null;
      return {
        ...given,
        invoice: sale.invoice_id,
        customer: sale.external_id,
        partner: { index: partner },
        amount: sale.amount + (step.change === "amount" ? 1 : 0),
        currency: sale.currency,
        earnings: (sale.gross_earnings ?? 0) + (step.change === "earnings" ? 1 : 0),
        date: sale.at.getTime(),
        status: step.change === "paid" ? "paid" : "pending",
      };
    },
  };
}
