import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { changeStatuses } from "../../src/domain/partners/change-statuses.ts";
import { erasePartnerEverywhere } from "../../src/domain/partners/erase-partner.ts";
import { makeSignInLink } from "../../src/domain/proofs/sign-in-link.ts";
import { createDoorService, type DoorService } from "./door-service.ts";

let service: DoorService;
beforeAll(async () => {
  service = await createDoorService();
  await service.request("PATCH", "/program", { body: { joining: "open" } });
});
afterAll(() => service.close());

let count = 0;
const nextAddress = (): string => `racer-${(count += 1)}@mail.test`;
/** How often the database had to break off one of two transactions that waited for each other. */
async function deadlocks(): Promise<number> {
  const { rows } = await service.store.pool.query(
    "SELECT deadlocks::integer AS count FROM pg_stat_database WHERE datname = current_database()",
  );
  return rows[0].count;
}

/** A link of a mail that confirms a new application. */
async function codeOfApplication(email: string, path = "/join"): Promise<string> {
  expect((await service.post(path, { email, name: "Ria" })).status).toBe(200);
  return new URLSearchParams((await service.linkTo(email)).split("?")[1]).get("code")!;
}
async function invite(email: string): Promise<{ id: string; code: string }> {
  const { body } = await service.request("POST", "/partners/invite", { body: { email } });
  return { id: body.id, code: new URL(body.invitation.url).searchParams.get("code")! };
}
const resend = (partnerId: string) => makeSignInLink(service.ctx(), partnerId);
/** Live enrollments of an address. */
async function enrolled(email: string): Promise<number> {
  return (await service.request("GET", `/partners?email=${encodeURIComponent(email)}`)).body.length;
}
/** Does both at the same moment, begun in either order. @returns the status of the first */
async function atOnce(post: () => Promise<Response>, other: () => Promise<unknown>, isFirst: boolean): Promise<number> {
  const started = isFirst ? [post(), other()] : [other(), post()];
  const [, settled] = [await Promise.allSettled(started), isFirst ? started[0] : started[1]];
  return ((await settled) as Response).status;
}
const orders = Array.from({ length: 6 }, (_, at) => at % 2 === 0);

describe("at the same moment", () => {
  it("as the host enrolls the same address, one partner is confirmed", async () => {
    for (const isFirst of orders) {
      const email = nextAddress();
      const code = await codeOfApplication(email);
      const enroll = () => service.request("POST", "/partners", { body: { email } });
      expect(await atOnce(() => service.post("/join/confirm", { code }), enroll, isFirst)).toBe(303);
      expect(await enrolled(email)).toBe(1);
    }
  });

  it("as the partner is erased, a confirmation signs in as nobody or as a new partner, and none is half made", async () => {
    for (const isFirst of orders) {
      const { id, email } = await service.createPartner();
      const code = await codeOfApplication(email!);
      const erase = () => erasePartnerEverywhere(service.ctx(), id);
      expect([303, 410]).toContain(await atOnce(() => service.post("/join/confirm", { code }), erase, isFirst));
      const sessions = await service.store.db
        .selectFrom("partner_sessions")
        .select("id")
        .where("partner_id", "=", id)
        .execute();
      expect(sessions).toEqual([]);
    }
  });

  it("as the group is deleted or the program closes, an application is confirmed or has ended", async () => {
    const { slug } = await service.store.db.selectFrom("workspaces").select("slug").executeTakeFirstOrThrow();
    for (const isFirst of orders) {
      const name = `group-${(count += 1)}`;
      const { body: group } = await service.request("POST", "/groups", { body: { name, slug: name, joinPage: true } });
      const email = nextAddress();
      const code = await codeOfApplication(email, `/join/${slug}/${name}`);
      const remove = () => service.request("DELETE", `/groups/${group.id}`);
      const status = await atOnce(() => service.post("/join/confirm", { code }), remove, isFirst);
      expect([303, 410]).toContain(status);
      expect(await enrolled(email)).toBe(status === 303 ? 1 : 0);
    }
    for (const isFirst of orders) {
      const email = nextAddress();
      const code = await codeOfApplication(email);
      const close = () => service.request("PATCH", "/program", { body: { joining: "closed" } });
      const status = await atOnce(() => service.post("/join/confirm", { code }), close, isFirst);
      expect([303, 410]).toContain(status);
      expect(await enrolled(email)).toBe(status === 303 ? 1 : 0);
      await service.request("PATCH", "/program", { body: { joining: "open" } });
    }
  });

  it("an invitation's link accepts or signs in, and is not used twice", async () => {
    for (const isFirst of orders) {
      const { code } = await invite(nextAddress());
      let other = 0;
      const signIn = async () => (other = (await service.post("/partners/sign-in", { code })).status);
      const status = await atOnce(() => service.post("/partners/accept", { code }), signIn, isFirst);
      expect([status, other].toSorted()).toEqual([303, 410]);
    }
  });

  it("as a partner who was asked to apply is erased, or an invitation is sent again, none waits for the other", async () => {
    const form = {
      fields: [{ key: "site", label: "Site", type: "text", required: false, locked: false, position: 1 }],
    };
    const before = await deadlocks();
    for (const isFirst of orders) {
      const { id, code } = await invite(nextAddress());
      const again = () => Promise.allSettled([1, 2, 3].map(() => resend(id)));
      expect([303, 410]).toContain(await atOnce(() => service.post("/partners/accept", { code }), again, isFirst));
      await service.request("PATCH", "/program", { body: { applicationForm: form } });
      const email = nextAddress();
      const { body: partner } = await service.request("POST", "/partners", { body: { email } });
      expect(partner.status).toBe("pending");
      const confirm = await codeOfApplication(email);
      const erase = () => erasePartnerEverywhere(service.ctx(), partner.id).catch(() => undefined);
      const answered = atOnce(() => service.post("/join/confirm", { code: confirm }), erase, isFirst);
      expect([303, 410]).toContain(await answered);
      await service.request("PATCH", "/program", { body: { applicationForm: null } });
    }
    expect(await deadlocks()).toBe(before);
  });

  it("as an invitation is withdrawn or sent again, its old link accepts or has ended", async () => {
    for (const isFirst of orders) {
      const { id, code } = await invite(nextAddress());
      const withdraw = () => changeStatuses(service.ctx(), [id], { name: "deleteInvite" });
      expect([303, 410]).toContain(await atOnce(() => service.post("/partners/accept", { code }), withdraw, isFirst));
      const email = nextAddress();
      const second = await invite(email);
      const again = () => invite(email).catch(() => undefined);
      expect([303, 410]).toContain(
        await atOnce(() => service.post("/partners/accept", { code: second.code }), again, isFirst),
      );
    }
  });
});
