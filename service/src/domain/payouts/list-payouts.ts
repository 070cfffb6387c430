import type { Payout, PayoutListQuery } from "referrals-embed/contract";
import { sql } from "kysely";
import { selectPayouts } from "../../store/queries/payouts.ts";
import type { Context } from "../context.ts";
import { findEnrollment } from "../partners/find-enrollment.ts";
import { defaultProgram } from "../programs/default-program.ts";
import { toPayout } from "./payout-record.ts";

const columns = { amount: "o.amount", initiatedAt: "o.initiated_at", paidAt: "o.paid_at" } as const;

/** Lists the program's payouts, largest first unless said (api-contract §15). @throws not_found for an unknown tenant */
export async function listPayouts(ctx: Context, query: PayoutListQuery): Promise<Payout[]> {
  const program = await defaultProgram(ctx);
  const { partnerId, tenantId, status, invoiceId, groupId, sortBy = "amount", sortOrder = "desc" } = query;
  const { page = 1, pageSize = 100 } = query;
  const tenant =
    partnerId === undefined && tenantId !== undefined ? await findEnrollment(ctx, { tenantId }) : undefined;
  const rows = await selectPayouts(ctx.db)
    .where("o.program_id", "=", program.id)
    .$if(partnerId !== undefined, (select) => select.where("o.partner_id", "=", partnerId!))
    .$if(tenant !== undefined, (select) => select.where("o.enrollment_id", "=", tenant!.id))
    .$if(status !== undefined, (select) => select.where("o.status", "=", status!))
    .$if(invoiceId !== undefined, (select) => select.where("o.invoice_id", "=", invoiceId!))
    .$if(groupId !== undefined, (select) => select.where("e.group_id", "=", groupId!))
    .orderBy(sql`${sql.ref(columns[sortBy])} ${sql.raw(sortOrder === "asc" ? "ASC" : "DESC")} NULLS LAST`)
    .orderBy("o.id")
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
  return rows.map(toPayout);
}
