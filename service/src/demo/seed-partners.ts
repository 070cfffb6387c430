import type { Partner } from "referrals-embed/contract";
import { rejectApplication } from "../domain/enrollments/review-application.ts";
import { changeStatus } from "../domain/partners/change-status.ts";
import { createPartner } from "../domain/partners/create-partner.ts";
import { invitePartner } from "../domain/partners/invite-partner.ts";
import { updateProgram } from "../domain/programs/update-program.ts";
import type { Context } from "../domain/context.ts";
import { demoPartners, demoQuestions, demoUser, type DemoPartner } from "./demo-program.ts";
import type { Random } from "./random.ts";
import { present } from "../present.ts";

/** Something that happens on a day of the demo's past. */
export interface DayPlan {
  /** Days since the beginning. */
  day: number;
  run: (ctx: Context) => Promise<void>;
}

/** A partner in the program, with their data. */
export type Enrolled = Map<string, Partner>;

/** When each partner enters, and their later statuses: each status is reached by its real transition. */
export function partnerPlans(groups: Map<string, string>, enrolled: Enrolled, random: Random): DayPlan[] {
  return demoPartners.flatMap((partner, index) => {
    const tenantId = partner.tenantId;
    const input = inputOf(partner, groups);
    const note = async (made: Promise<Partner>): Promise<void> => void enrolled.set(tenantId, await made);
    const enter = (day: number): DayPlan => ({ day, run: (ctx) => note(createPartner(ctx, input)) });
    const invite = (day: number): DayPlan => ({ day, run: (ctx) => note(invitePartner(ctx, input)) });
    const apply = (day: number): DayPlan => ({ day, run: (ctx) => note(applyAs(ctx, input)) });
    const move = (day: number, run: (ctx: Context) => Promise<unknown>): DayPlan => ({
      day,
      run: async (ctx) => void (await run(ctx)),
    });
    const early = Math.min(20, Math.floor(index * 1.2 + random.next() * 2));
    switch (partner.status) {
      case "approved":
        return [enter(index === 0 ? 0 : early)];
      case "archived":
        return [enter(early), move(70, (ctx) => changeStatus(ctx, { tenantId }, { operation: "archive" }))];
      case "deactivated":
        return [
          enter(early),
          move(66 + (index % 5), (ctx) => changeStatus(ctx, { tenantId }, { operation: "deactivate" })),
        ];
      case "banned":
        return [
          enter(early),
          move(40 + (index % 9), (ctx) =>
            changeStatus(ctx, { tenantId }, { operation: "ban", reason: "fake_traffic" }),
          ),
        ];
      case "pending":
        return [apply(86 + (index % 3))];
      case "rejected":
        return [apply(60), move(63, (ctx) => reject(ctx, present(enrolled.get(tenantId), "the enrollment").id))];
      case "invited":
        return [invite(80 + (index % 4))];
      case "declined":
        return [invite(70), move(74, (ctx) => changeStatus(ctx, { tenantId }, { operation: "decline" }))];
    }
  });
}

function inputOf({ tenantId, name, country, group, invitedBy }: DemoPartner, groups: Map<string, string>) {
  const slug = tenantId.replace("user_", "");
  const email = tenantId === demoUser.id ? demoUser.email : `${slug}@example.com`;
  const referredBy = invitedBy === undefined ? undefined : { tenantId: invitedBy };
  return { tenantId, name, email, username: slug, country, groupId: groups.get(group) ?? null, referredBy };
}

/** A partner who asks to join waits for a decision only where the program does not approve by itself; its questions are answered. */
async function applyAs(ctx: Context, input: ReturnType<typeof inputOf>): Promise<Partner> {
  await updateProgram(ctx, { autoApprove: false, applicationForm: demoQuestions });
  const values = {
    site: `https://${input.username}.example`,
    readers: "small",
    why: "I write about working for oneself.",
  };
  const partner = await createPartner(ctx, { ...input, values });
  await updateProgram(ctx, { autoApprove: true, applicationForm: null });
  return partner;
}

function reject(ctx: Context, partnerId: string): Promise<unknown> {
  return rejectApplication(ctx, {
    partnerId,
    rejectionReason: "doesNotMeetRequirements",
    rejectionNote: "We work with people who write about freelancing.",
  });
}
