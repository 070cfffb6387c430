import type { Context } from "../domain/context.ts";
import { sumAddresses, type StepSize } from "../store/queries/sums/address-days.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/**
 * What the embedded store does in some tens of milliseconds, also where each click has a referring page of its own, as long as a visitor
 * may send it. The sums of a day with more values are about as many as its events.
 */
const usual: StepSize = { portion: 500, mostValues: 20_000 };

/**
 * One step of summing the addresses, referring pages and UTM values of days that are over. A day waits an hour for clicks that are still
 * in a journal; one that is stored half an hour late says so itself (`storeClicks`), the other half is for clocks that differ.
 * @returns how much it did
 */
export function sumAddressDays(ctx: Context, size: StepSize = usual): Promise<number> {
  const now = ctx.clock.now();
  const days = new Date(Math.floor((now - HOUR) / DAY) * DAY);
  return sumAddresses(ctx.store, { days, clicks: new Date(now - HOUR / 2) }, size);
}
