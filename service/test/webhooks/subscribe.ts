import type { WebhookTrigger } from "referrals-embed/contract";
import type { Context } from "../../src/domain/context.ts";

/** Registers a webhook for some events, since an event that no webhook subscribes to is not built. Nothing is delivered to it. */
export async function subscribe(ctx: Context, triggers: readonly WebhookTrigger[]): Promise<void> {
  const at = new Date(ctx.clock.now());
  await ctx.db
    .insertInto("webhooks")
    .values({
      id: ctx.ids.next("wh"),
      workspace_id: ctx.workspaceId,
      name: triggers.join(", "),
      url: "https://203.0.114.9/hook",
      triggers: JSON.stringify(triggers),
      secret: "whsec_test",
      created_at: at,
      updated_at: at,
    })
    .execute();
}
