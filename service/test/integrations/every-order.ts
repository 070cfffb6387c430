import type { World } from "../properties/world.ts";

/** All orders of a list. */
export function ordersOf<T>(list: readonly T[]): T[][] {
  if (list.length < 2) return [[...list]];
  return list.flatMap((one, index) =>
    ordersOf([...list.slice(0, index), ...list.slice(index + 1)]).map((rest) => [one, ...rest]),
  );
}

/** What the partner has, was paid, or has coming. */
export async function worthOf(world: World): Promise<{ worth: number; held: number }> {
  const rows = await world.ctx.db
    .selectFrom("commissions")
    .select(["status", "earnings"])
    .where("workspace_id", "=", world.workspaceId)
    .execute();
  const live = rows.filter(({ status }) => ["pending", "hold", "processed", "paid"].includes(status));
  return {
    worth: live.reduce((sum, { earnings }) => sum + earnings, 0),
    held: rows.filter(({ status }) => status === "hold").length,
  };
}
