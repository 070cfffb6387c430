import {
  removeUnusedLinks,
  switchLinksOff,
  switchLinksOn,
  type EnrollmentRow,
} from "../../store/queries/enrollments.ts";
import { now, type Context } from "../context.ts";
import type { Transition } from "./transitions.ts";

/** Switches links by status (E26); links disabled singly, expiry, archive and owner's edits are never touched. */
export async function applyLinks(
  ctx: Context,
  links: Transition["links"],
  enrollment: EnrollmentRow,
  cause: string,
): Promise<void> {
  switch (links) {
    case "keep":
      return;
    case "on":
    case "default":
      return switchLinksOn(ctx.db, enrollment.id);
    case "drop":
      await removeUnusedLinks(ctx.db, enrollment.id);
      return switchLinksOff(ctx.db, enrollment.id, `status:${cause}`, now(ctx));
    case "off":
      return switchLinksOff(ctx.db, enrollment.id, `status:${cause}`, now(ctx));
  }
}
