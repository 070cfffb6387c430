import type { Context } from "../domain/context.ts";
import { sumAddresses, type StepSize } from "../store/queries/sums/address-days.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/**
 * Work that takes the embedded store some tens of milliseconds, even if each click has a different referring page of maximum length. A day
 * with more values would have about as many sums as events.
 */
const usual: StepSize = { portion: 500, mostValues: 20_000 };

/**
 * One step of summing the addresses, referring pages and UTM values of days that are over. A day waits an hour for clicks in journals: a
 * click stored more than half an hour late invalidates the day itself (`storeClicks`), the other half allows for clock differences.
 * @returns how much it did
 */
export function sumAddressDays(ctx: Context, size: StepSize = usual): Promise<number> {
  const now = ctx.clock.now();
  const days = new Date(Math.floor((now - HOUR) / DAY) * DAY);
  return sumAddresses(ctx.store, { days, clicks: new Date(now - HOUR / 2) }, size);
}
