import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Partner } from "referrals-embed/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { apply } from "../../src/commands/apply.ts";
import { dispute, endTermsCommand, erase, rate, rebind } from "../../src/commands/corrections.ts";
import { keys } from "../../src/commands/keys.ts";
import type { Done } from "../../src/commands/command.ts";
import type { OperatorCommand } from "../../src/commands/operator.ts";
import { partners } from "../../src/commands/partners.ts";
import { list } from "../../src/commands/list.ts";
import { audit } from "../../src/commands/audit.ts";
import { payouts } from "../../src/commands/payouts.ts";
import { createTestService, dayMs, type TestService } from "../harness.ts";
import { expectSound } from "../properties/expect-sound.ts";
import { storeClick } from "../tracking/stored-click.ts";
import { runCommand } from "./run-command.ts";

let service: TestService;
let folder: string;
let partner: Partner;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "commands-"));
  service = await createTestService();
  service.clock.set(Date.now());
  partner = await service.createPartner({ name: "Ada" });
});
afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true });
});

const run = (command: OperatorCommand, ...words: string[]): Promise<Done> =>
  runCommand({ store: service.store, config: { ...service.deps.config, dataDir: folder } }, command, ...words);

let count = 0;
async function sell(of: Partner, input: object = {}): Promise<{ invoice: string; customer: string }> {
  const name = `${(count += 1)}`;
  const sale = {
    clickId: await storeClick(service, of.links![0]!.id),
    customerExternalId: `cus-${name}`,
    invoiceId: `in-${name}`,
    amount: 10_000,
    ...input,
  };
  expect((await service.request("POST", "/track/sale", { body: sale })).status).toBe(200);
  return { invoice: sale.invoiceId, customer: `ext_${sale.customerExternalId}` };
}

const commissionOf = async (invoice: string) =>
  (await service.request("GET", `/commissions?invoiceId=${invoice}`)).body[0];
const audited = async (operation: string) =>
  service.store.db.selectFrom("audit_rows").selectAll().where("operation", "=", operation).execute();

describe("keys", () => {
  it("makes a key that works, lists it without its secret, and revokes it", async () => {
    const { text } = await run(keys, "create", "--name", "Ops", "--scopes", "links.read");
    const [id, key] = text.split("\n");
    expect((await service.request("GET", "/links", { key })).status).toBe(200);
    expect((await service.request("GET", "/partners", { key })).status).toBe(403);
    const listed = (await run(keys, "list")).text;
    expect(listed).toContain(id);
    expect(listed).not.toContain(key);
    await run(keys, "revoke", id!);
    expect((await service.request("GET", "/links", { key })).status).toBe(401);
    expect(await audited("create key")).toMatchObject([{ actor_type: "user", actor_id: "operator" }]);
  });

  it("says in one line what it does not understand", async () => {
    await expect(run(keys, "make")).rejects.toThrow("keys takes list, create or revoke, not make.");
    await expect(run(keys, "create", "--scopes", "all")).rejects.toThrow("There is no scope all.");
    await expect(run(keys, "create", "--expires", "soon")).rejects.toThrow("--expires must be a date");
    await expect(run(keys)).rejects.toThrow("It takes <list|create|revoke> [keyId].");
    await expect(run(keys, "list", "--colour")).rejects.toThrow("There is no option --colour. See: ");
  });
});

describe("partners", () => {
  it("judges each alone, reports what was written, and fails when one was refused (E28)", async () => {
    const [one, two, three] = [
      await service.createPartner(),
      await service.createPartner(),
      await service.createPartner(),
    ];
    await service.request("POST", "/partners/ban", { body: { partnerId: two.id, reason: "spam" } });
    await service.request("POST", "/partners/archive", { body: { partnerId: three.id } });
    const { text, exitCode } = await run(partners, "archive", one.id, two.id, three.id, "pn_none");
    expect(text.split("\n")).toEqual([
      `${one.id}  archived`,
      expect.stringMatching(`^${two.id}  refused: `),
      `${three.id}  archived already`,
      expect.stringMatching("^pn_none  refused: "),
    ]);
    expect(exitCode).toBe(1);
    expect((await service.request("GET", `/partners/${one.id}`)).body.status).toBe("archived");
    await expect(run(partners, "archive", ...Array<string>(101).fill("pn_x"))).rejects.toThrow("at most 100");
  });

  it("deletes an invitation without commissions, unused links with it, and no other (E13)", async () => {
    const invite = async (email: string) =>
      (await service.request("POST", "/partners/invite", { body: { email } })).body;
    const [unused, used] = [await invite("unused@mail.test"), await invite("used@mail.test")];
    await sell(used);
    const { text } = await run(partners, "delete-invite", unused.id, used.id, partner.id);
    expect(text.split("\n").map((line) => line.split("  ")[1]!.slice(0, 7))).toEqual(["removed", "refused", "refused"]);
    expect((await service.request("GET", `/partners/${unused.id}`)).status).toBe(404);
    expect((await service.request("GET", `/links/${unused.links[0].id}`)).status).toBe(404);
    await expectSound(service);
  });

  it("bans with a reason of the list only", async () => {
    await expect(run(partners, "ban", partner.id)).rejects.toThrow("--reason must be one of tos_violation");
    const { id } = await service.createPartner();
    expect((await run(partners, "ban", id, "--reason", "fraud")).text).toBe(`${id}  banned`);
  });
});

describe("dispute", () => {
  it("opened holds, lost books a refund, and another outcome is refused (V12)", async () => {
    const { invoice } = await sell(partner);
    await run(dispute, "d-1", invoice, "opened");
    expect((await commissionOf(invoice)).status).toBe("hold");
    await run(dispute, "d-1", invoice, "lost");
    expect(await commissionOf(invoice)).toMatchObject({ status: "refunded", earnings: 0 });
    await expect(run(dispute, "d-1", invoice, "won")).rejects.toThrow("final");
    await expect(run(dispute, "d-2", invoice, "maybe")).rejects.toThrow("A dispute is opened, won, lost, not maybe.");
    await expect(run(dispute, "d-2", invoice, "lost", "--amount", "-5")).rejects.toThrow(
      "--amount must be a whole number, not -5.",
    );
    await expect(run(dispute, "d-2", invoice, "lost", "--amount", "1.5")).rejects.toThrow(
      "--amount must be a whole number",
    );
    await expectSound(service);
  });
});

describe("rate", () => {
  it("values the sales that waited, once (V15)", async () => {
    const { invoice } = await sell(partner, { currency: "brl" });
    expect((await commissionOf(invoice)).status).toBe("hold");
    expect((await run(rate, "BRL", "0.18", "--from", "2020-01-01")).text).toContain("1 sales");
    expect(await commissionOf(invoice)).toMatchObject({ status: "pending", earnings: 450 });
    expect((await run(rate, "brl", "0.18", "--from", "2020-01-01")).text).toContain("0 sales");
    expect(await audited("fx_rate.add")).toHaveLength(1);
    await expect(run(rate, "xxx", "1")).rejects.toThrow("xxx is no ISO 4217 currency code.");
    await expect(run(rate, "eur", "0")).rejects.toThrow("0 is no rate");
  });
});

describe("rebind", () => {
  it("later sales follow the new link, past ones stay, and the reason is kept (A8)", async () => {
    const { customer, invoice } = await sell(partner);
    const other = await service.createPartner();
    await expect(run(rebind, customer, other.links![0]!.id)).rejects.toThrow("--reason");
    await run(rebind, customer, other.links![0]!.id, "--reason", "Wrong partner");
    const sale = { customerExternalId: customer.slice(4), amount: 2000, invoiceId: "rebound" };
    await service.request("POST", "/track/sale", { body: sale });
    expect((await commissionOf("rebound")).partner.id).toBe(other.id);
    expect((await commissionOf(invoice)).partner.id).toBe(partner.id);
    expect(await audited("customer.rebind")).toMatchObject([{ reason: "Wrong partner", actor_id: "operator" }]);
    await expectSound(service);
  });
});

describe("end-terms", () => {
  it("the next sale follows what the reward says then (C8)", async () => {
    const { customer } = await sell(partner);
    const { body: rewards } = await service.request("GET", "/rewards");
    await service.request("PATCH", `/rewards/${rewards[0].id}`, { body: { amount: 50 } });
    const again = async (invoiceId: string) => {
      const sale = { customerExternalId: customer.slice(4), amount: 1000, invoiceId };
      await service.request("POST", "/track/sale", { body: sale });
      return (await commissionOf(invoiceId)).earnings;
    };
    expect(await again("frozen")).toBe(250);
    expect((await run(endTermsCommand, customer, "--reason", "New deal")).text).toContain("are ended");
    expect(await again("thawed")).toBe(500);
    expect((await run(endTermsCommand, "ext_cus-1", "--reason", "x")).text).toMatch(/ended|no terms/);
    await service.request("PATCH", `/rewards/${rewards[0].id}`, { body: { amount: 25 } });
  });
});

describe("payouts", () => {
  it("collects, hands over the same bytes twice, pays again what came back (P1, P3, P11, P12)", async () => {
    await service.request("PATCH", "/program", { body: { holdingPeriodDays: 0 } });
    const paid = await service.createPartner();
    const key = await service.embedToken(paid.id);
    const method = { method: "paypal", paypalEmail: "paid@mail.test" };
    await service.request("PUT", "/embed/referrals/payout-method", { key, body: method });
    // Commands follow the machine's clock.
    service.clock.set(Date.now());
    await sell(paid);
    const tomorrow = new Date(Date.now() + dayMs).toISOString();
    await expect(run(payouts, "run", "--cutoff", tomorrow)).rejects.toThrow(/cutoff.*future.*refunded/);
    const made = (await run(payouts, "run", "--cutoff", new Date().toISOString())).text;
    expect(made).toMatch(/^\d+ payouts were made/);
    const [payout] = (await service.request("GET", `/payouts?partnerId=${paid.id}`)).body;
    service.clock.advance(2 * dayMs);
    await service.request("PATCH", `/payouts/${payout.id}`, { body: { status: "processing" } });
    const handed = (await run(payouts, "export")).text;
    expect(handed.split("\r\n")[1]).toContain(`${payout.id},${paid.id},`);
    expect((await run(payouts, "export")).text).toBe(handed);
    for (const status of ["sent", "completed"]) {
      await service.request("PATCH", `/payouts/${payout.id}`, { body: { status } });
    }
    await expect(run(payouts, "reissue", payout.id)).rejects.toThrow("--reason");
    expect((await run(payouts, "reissue", payout.id, "--reason", "Came back")).text).toContain(payout.id);
    await expectSound(service);
  });

  it("confirms, hands over and settles by a file, and names what it refuses (P13)", async () => {
    const { id } = await service.createPartner();
    const key = await service.embedToken(id);
    const body = { method: "paypal", paypalEmail: "settled@mail.test" };
    // Commands follow the machine's clock.
    service.clock.set(Date.now());
    await service.request("PATCH", "/program", { body: { payoutMethodDelayHours: 0 } });
    await service.request("PUT", "/embed/referrals/payout-method", { key, body });
    await service.request("POST", "/commissions", { body: { partnerId: id, amount: 900 } });
    const { body: payout } = await service.request("POST", "/payouts", { body: { partnerId: id } });
    await expect(run(payouts, "confirm")).rejects.toThrow("Give their ids, or --all.");
    expect((await run(payouts, "confirm", payout.id)).text).toBe("1 payouts are confirmed.");
    expect(await run(payouts, "confirm", "--all")).toMatchObject({
      text: expect.stringContaining("payouts are confirmed."),
    });
    const file = join(folder, "settle.csv");
    await expect(run(payouts, "export", "--out", join(folder, "missing", "file.csv"))).rejects.toThrow(
      "cannot be written (its folder does not exist). Nothing was handed over; name another --out.",
    );
    const before = (await service.request("GET", "/payouts?status=processed")).body;
    expect(before).toEqual([]);
    await run(payouts, "export", "--format", "csv", "--out", file);
    expect((await run(payouts, "export", "--format", "paypal")).text).toContain(
      `settled@mail.test,9.00,USD,${payout.id},`,
    );
    await writeFile(file, `payoutId,reference,"note"\r\n${payout.id},"Bank, 7","said ""paid"""\r\npo_none,,\r\n`);
    const { text, exitCode } = await run(payouts, "settle", file);
    expect(text.split("\n")).toEqual(["1 payouts are settled.", "po_none  refused: There is no payout po_none."]);
    expect(exitCode).toBe(1);
    const [shown] = (await service.request("GET", `/payouts?partnerId=${id}`)).body;
    expect(shown).toMatchObject({ status: "completed", traceId: "Bank, 7" });
    const again = join(folder, "again.csv");
    expect((await run(payouts, "export", payout.id, "--out", again)).text).toBe(
      `${again} is written: 1 payouts. 1 of them are sent or paid already: see that nobody is paid twice.`,
    );
    expect(await readFile(again, "utf8")).toContain(`${payout.id},${id},`);
    await writeFile(file, `payoutId,status\n${payout.id},lost\n`);
    await expect(run(payouts, "settle", file)).rejects.toThrow(
      "payouts[0].status: must be one of sent, completed, failed",
    );
    await writeFile(file, 'payoutId\n"po_1');
    await expect(run(payouts, "settle", file)).rejects.toThrow("a quote is not closed");
    await expect(run(payouts, "settle", join(folder, "none.csv"))).rejects.toThrow("cannot be read: ENOENT");
    await expectSound(service);
  });

  it("says why a run paid nobody, and which payouts a file leaves out", async () => {
    const { body: before } = await service.request("GET", "/program");
    const program = (body: object) => service.request("PATCH", "/program", { body });
    service.clock.set(Date.now());
    await run(payouts, "run");
    await program({ holdingPeriodDays: 30, minPayoutAmount: 5000 });
    const partner = await service.createPartner();
    await sell(partner);
    expect((await run(payouts, "run")).text).toMatch(
      new RegExp(
        `^0 payouts.*\\nWhat waits:\\n.*${partner.id} .*  \\d+\\.\\d\\d USD  1 commission in the holding period until 20`,
        "s",
      ),
    );
    await service.request("POST", "/commissions", { body: { partnerId: partner.id, amount: 900 } });
    expect((await run(payouts, "run")).text).toMatch(
      new RegExp(`^${partner.id} .*  9\\.00 USD  1 commission below minPayoutAmount, until`, "m"),
    );

    await program({ minPayoutAmount: 0 });
    expect((await run(payouts, "run")).text).toMatch(
      new RegExp(
        `^[1-9]\\d* payouts were made.*\\npo_\\w+  ${partner.id} .*  9\\.00 USD, waits: has not enabled payouts: .* partners payout-method\\n`,
        "s",
      ),
    );
    // What a refusal names is what ends it.
    const refused = await run(payouts, "confirm", "--all");
    expect(refused.text).toMatch(
      new RegExp("refused: .* has not enabled payouts \\(payoutsEnabledAt\\); .* or partners payout-method"),
    );
    expect((await run(partners, "payout-method", partner.id)).text).toBe(
      `The partner ${partner.id} has no payout method.`,
    );
    expect((await run(partners, "payout-method", partner.id, "manual")).text).toContain("is paid by manual, since 20");
    await run(payouts, "confirm", "--all");
    const left = await run(payouts, "export", "--format", "wise", "--out", join(folder, "wise.csv"));
    expect(left.text).toMatch(/ is written: 0 payouts\. Others are paid by .*manual.*: --format csv has them all\.$/);
    const all = await run(payouts, "export", "--out", join(folder, "all.csv"));
    expect(all.text).toMatch(/ is written: [1-9]\d* payouts\.$/);
    const { holdingPeriodDays, minPayoutAmount } = before;
    await program({ holdingPeriodDays, minPayoutAmount });
  });

  it.each([
    [["paypal", "ada@mail.test"], "is paid by paypal to a***@m***.test"],
    [["bank", "DE89 3704 0044 0532 0130 00", "--holder", "Ada"], "is paid by bank to"],
    [["bank", "12345678", "--routing", "021000021", "--country", "us", "--holder", "Ada"], "is paid by bank to"],
    [["stablecoin", `0x${"a1".repeat(20)}`], "is paid by stablecoin to"],
  ])("partners payout-method sets %j at once, and masks it", async (words, said) => {
    const partner = await service.createPartner();
    const { text } = await run(partners, "payout-method", partner.id, ...words);
    expect(text).toContain(said);
    expect(text).not.toContain(words[1]);
    const { body } = await service.request("GET", `/partners/${partner.id}/payout-method`);
    expect(body).toMatchObject({ method: words[0], payoutsEnabledAt: expect.any(String) });
    expect((await run(partners, "payout-method", partner.id)).text).toBe(text);
    expect(await audited("set payout method")).toContainEqual(
      expect.objectContaining({ entity_id: partner.id, actor_id: "operator" }),
    );
  });

  it.each([
    [["paypal"], "It takes payout-method <partnerId> paypal <destination>."],
    [["paypal", "nobody"], "paypalEmail: must be"],
    [["cash"], "method: must be one of connect, stablecoin, paypal, tremendous, bank, manual"],
    [["bank", "DE00", "--holder", "Ada"], "bank.iban"],
    [["manual", "one", "two"], "It takes payout-method <partnerId> [method] [destination]."],
  ])("partners payout-method says what of %j cannot be", async (words, message) => {
    const partner = await service.createPartner();
    await expect(run(partners, "payout-method", partner.id, ...words)).rejects.toThrow(message);
  });

  it("a destination of two partners is paid after an operator released it (P9)", async () => {
    const pair = [await service.createPartner(), await service.createPartner()];
    for (const { id } of pair) {
      const key = await service.embedToken(id);
      const method = { method: "paypal", paypalEmail: "shared@mail.test" };
      await service.request("PUT", "/embed/referrals/payout-method", { key, body: method });
    }
    service.clock.advance(2 * dayMs);
    await sell(pair[0]!);
    const { body: payout } = await service.request("POST", "/payouts", { body: { partnerId: pair[0]!.id } });
    const confirm = async () =>
      (await service.request("PATCH", `/payouts/${payout.id}`, { body: { status: "processing" } })).status;
    expect(await confirm()).toBe(409);
    await run(payouts, "release", pair[0]!.id, "--reason", "A couple");
    expect(await confirm()).toBe(200);
    expect(await audited("release destination")).toMatchObject([{ reason: "A couple" }]);
  });
});

describe("lists as CSV", () => {
  it("are written to the output or a file, narrowed, and say what cannot be (N10)", async () => {
    const partner = await service.createPartner({ name: "=1+1" });
    const { invoice } = await sell(partner);
    const header = /^\uFEFFid,/;
    const all = (await run(list, "commissions", "--partner", partner.id)).text;
    expect(all).toMatch(header);
    expect(all.split("\r\n")).toHaveLength(2);
    expect(all).toContain(invoice);
    expect(all).toContain("'=1+1");
    expect(
      (await run(list, "commissions", "--partner", partner.id, "--status", "paid")).text.split("\r\n"),
    ).toHaveLength(1);
    expect((await run(list, "customers")).text).toMatch(header);
    expect((await run(list, "payouts", "--partner", partner.id)).text).toMatch(header);
    const file = join(folder, "partners.csv");
    expect((await run(list, "partners", "--out", file)).text).toBe(`${file} is written.`);
    expect(await readFile(file, "utf8")).toContain(partner.id);
    await expect(run(list, "partners", "--out", join(folder, "none", "a.csv"))).rejects.toThrow("Name another --out.");
    await expect(run(list, "partners", "--status", "lost")).rejects.toThrow("status: must be one of");
    await expect(run(list, "customers", "--status", "paid")).rejects.toThrow(
      "list customers takes no --status. It takes --search, --amounts.",
    );
    await expect(run(list, "tags")).rejects.toThrow("list takes partners, customers, commissions, payouts, not tags.");
    await expect(run(list, "commissions", "--to", "2026-01-01")).rejects.toThrow("--to goes with --from.");
  });
});

describe("audit", () => {
  it("lists who changed what, narrowed and as JSON, and names an option it cannot take (N9)", async () => {
    const { id } = await service.createPartner();
    await service.request("PUT", `/partners/${id}/payout-method`, { body: { method: "manual" } });
    const [line, ...others] = (await run(audit, "--about", id, "--operation", "set payout method")).text.split("\n");
    expect(others).toEqual([]);
    expect(line).toMatch(
      new RegExp(`^aud_\\w+  \\S+Z  api_key \\w+  set payout method  partner.payoutMethod ${id}  method`),
    );
    const { text } = await run(audit, "--about", id, "--operation", "set payout method", "--json");
    expect(JSON.parse(text)).toMatchObject({ entityId: id, changes: { method: { old: null, new: "manual" } } });
    expect((await run(audit, "--about", id, "--to", "2001-01-01")).text).toBe("Nothing was changed that fits.");
    await expect(run(audit, "--from", "soon")).rejects.toThrow("--from must be a date such as 2026-01-31");
    await expect(run(audit, "--actor-type", "robot")).rejects.toThrow("must be one of user, api_key");
  });
});

describe("erase", () => {
  it("erases one who is deactivated, and refuses the others (E21)", async () => {
    const { id } = await service.createPartner();
    await expect(run(erase, id)).rejects.toThrow("erase");
    await run(partners, "deactivate", id);
    expect((await run(erase, id)).text).toBe(`The partner ${id} is erased.`);
    expect((await service.request("GET", `/partners/${id}`)).status).toBe(404);
    await expect(run(erase, id, "--everywhere")).rejects.toThrow("enrolled anywhere");
  });
});

describe("apply", () => {
  const write = async (file: unknown): Promise<string> => {
    const path = join(folder, "program.json");
    await writeFile(path, typeof file === "string" ? file : JSON.stringify(file));
    return path;
  };
  const settings = {
    program: {
      name: "From a file",
      reviewRules: [{ when: { country: ["DE"] }, verdict: "approve" }],
      payoutMethodDelayHours: 12,
      applicationForm: {
        fields: [{ key: "site", label: "Site", required: true, locked: false, position: 0, type: "text" }],
      },
    },
    groups: [
      {
        slug: "gold",
        name: "Gold",
        rewards: {
          sale: {
            type: "percentage",
            amount: 30,
            maxDurationMonths: 12,
            conditions: [{ field: "country", operator: "in", values: ["FR"] }],
          },
          lead: { type: "flat", amount: 100 },
        },
        discount: { type: "percentage", amount: 10 },
      },
    ],
    rates: [{ currency: "eur", rate: "1.08" }],
  };
  const field = (key: string) => ({ key, label: "L", required: false, locked: false, position: 0, type: "text" });
  const state = async () => {
    const groups = (await service.request("GET", "/groups")).body;
    const audits = await service.store.db.selectFrom("audit_rows").select("id").execute();
    return { groups, audits: audits.length, program: (await service.request("GET", "/program")).body };
  };

  it("makes the program what the file says; again it changes nothing", async () => {
    await run(apply, await write(settings));
    const first = await state();
    expect(first.program.name).toBe("From a file");
    const gold = first.groups.find(({ slug }: { slug: string }) => slug === "gold");
    const { body: rewards } = await service.request("GET", "/rewards");
    expect(rewards.find(({ id }: { id: string }) => id === gold.saleRewardId)).toMatchObject({ amount: 30 });
    expect(gold.leadRewardId).toMatch(/^rw_/);
    expect(gold.discountId).toMatch(/^disc_/);
    await run(apply, await write(settings));
    expect(await state()).toEqual(first);
  });

  it("its conditions and rules are followed (C5, F6)", async () => {
    await service.request("PATCH", "/program", { body: { autoApprove: false } });
    const german = await service.createPartner({ country: "DE", groupId: "gold", values: { site: "de.test" } });
    const other = await service.createPartner({ country: "FR", values: { site: "fr.test" } });
    await service.request("PATCH", "/program", { body: { autoApprove: true } });
    expect([german.status, other.status]).toEqual(["approved", "pending"]);
    const { invoice } = await sell(german);
    expect(await commissionOf(invoice)).toBeUndefined();
  });

  it("makes a workspace that is not there, and prints its keys once", async () => {
    const workspace = { slug: "made", name: "Made", plan: "pro" };
    await expect(run(apply, await write({ workspace }))).rejects.toThrow("program.name: required for a new workspace");
    const file = await write({ workspace, program: { name: "New", url: "https://new.test" } });
    const key = /ref_[0-9A-Za-z]{40}/.exec((await run(apply, file)).text)![0];
    expect((await service.request("GET", "/program", { key })).body).toMatchObject({ name: "New" });
    expect((await run(apply, file)).text).not.toContain("key");
    await expect(run(keys, "list")).rejects.toThrow("There are several workspaces. Name one with --workspace:");
    expect((await run(keys, "list", "--workspace", "made")).text).toContain("Default key");
  });

  it.each([
    [{ programme: {} }, "programme"],
    [{ program: { colour: "red" } }, "program"],
    [{ groups: [{ name: "No slug" }] }, "groups[0].slug"],
    [{ rates: [{ currency: "eur", rate: 1 }] }, "rates[0].rate"],
    [
      { program: { reviewRules: [{ when: { country: [] }, verdict: "approve" }] } },
      "program.reviewRules[0].when.country",
    ],
  ])("refuses %j in one line and changes nothing", async (file, path) => {
    const before = await state();
    await expect(run(apply, await write(file), "--workspace", "acme-1")).rejects.toThrow(path);
    expect(await state()).toEqual(before);
  });

  it("--check tells every mistake at once, with its line and what may stand there, and changes nothing (G7)", async () => {
    const before = await state();
    const text = `{
  // What we offer.
  "program": {
    "attributionModel": "best",
    "colour": "red",
    "timezone": "Mars/Olympus",
  },
  "groups": [
    { "name": "No slug", "rewards": { "click": { "type": "percentage", "amount": 1 } } }
  ],
}`;
    const path = await write(text);
    const { text: said, exitCode } = await run(apply, "--check", path, "--workspace", "acme-1");
    const name = (line: number) => `${path}:${line}: `;
    expect(said.split("\n")).toEqual([
      `${name(4)}program.attributionModel: must be one of last, first`,
      expect.stringContaining(
        `${name(5)}program.colour: there is no such field; there are name, logo, brandColor, url`,
      ),
      `${name(6)}program.timezone: must be an IANA time zone such as Europe/Berlin`,
      `${name(9)}groups[0].rewards.click.type: must be flat`,
      `${name(9)}groups[0].slug: required`,
      `${path} has 5 mistakes. Nothing was changed.`,
    ]);
    expect(exitCode).toBe(1);
    await expect(run(apply, path, "--workspace", "acme-1")).rejects.toThrow("has 5 mistakes");
    expect(await state()).toEqual(before);
  });

  const codes = [{ tenantId: "nobody", code: "ADA15" }];

  it("--check tries the file out and takes it back: what only the data can say is said", async () => {
    const before = await state();
    const taken = await write({ groups: [{ slug: "gold", referralFormData: { fields: [field("a"), field("a")] } }] });
    await expect(run(apply, "--check", taken, "--workspace", "acme-1")).rejects.toThrow("fields[1].key");
    const fine = await write({ ...settings, program: { name: "Another" } });
    expect((await run(apply, "--check", fine, "--workspace", "acme-1")).text).toContain("is right");
    const made = await write({ workspace: { slug: "unmade" }, program: { name: "N", url: "https://n.test" } });
    expect((await run(apply, "--check", made)).text).toContain("is right");
    const coded = await write({ workspace: { slug: "unmade" }, program: { name: "N", url: "https://n.test" }, codes });
    await expect(run(apply, "--check", coded)).rejects.toThrow("The code ADA15: No partner with tenantId nobody");
    expect(await state()).toEqual(before);
    await expect(run(keys, "list", "--workspace", "unmade")).rejects.toThrow("There is no workspace unmade");
  });

  it("--check tries every code out, and tells a code or a partner that is in the file twice", async () => {
    const strange = await write({ codes });
    await expect(run(apply, "--check", strange, "--workspace", "acme-1")).rejects.toThrow("The code ADA15: No partner");
    const twice = await write({
      codes: [...codes, { tenantId: "nobody", code: "X" }, { tenantId: "a", code: "ada15" }],
    });
    const { text } = await run(apply, "--check", twice, "--workspace", "acme-1");
    expect(text).toContain("codes[1]: names a partner who has a code in the file already");
    expect(text).toContain("codes[2].code: is in the file already");
  });

  it("--dump writes every field, with what it means, and applying that changes nothing (G7)", async () => {
    await service.request("PATCH", "/program", { body: { url: "https://acme.test", payoutDay: 3 } });
    const [first] = (await service.request("GET", "/groups")).body;
    const shared = await service.request("POST", "/groups", {
      body: { name: "Shares", saleRewardId: first.saleRewardId },
    });
    const { text } = await run(apply, "--dump", "--workspace", "acme-1");
    expect(text).toContain("// Day of the month on which you pay");
    expect(text).toContain('"slug": "shares"');
    expect(text).toContain('"validFrom": "1970-01-01T00:00:00.000Z"');
    const before = await state();
    await run(apply, await write(text), "--workspace", "acme-1");
    expect(await state()).toEqual(before);
    expect((await run(apply, "--dump", "--workspace", "acme-1")).text).toBe(text);
    expect(before.groups.find(({ id }: { id: string }) => id === shared.body.id).saleRewardId).toBe(first.saleRewardId);
  });

  it("says what is wrong with a file it cannot read", async () => {
    await expect(run(apply, join(folder, "none.json"))).rejects.toThrow("cannot be read: ENOENT");
    await expect(run(apply, await write("{"))).rejects.toThrow("is not JSON");
    const deep = (levels: number): Promise<string> =>
      write(`// "{\n{"program":\n${"[".repeat(levels - 1)}${"]".repeat(levels - 1)}}`);
    await expect(run(apply, await deep(200_000))).rejects.toThrow("line 3 is nested more than 64 levels deep");
    await expect(run(apply, await deep(65))).rejects.toThrow("line 3 is nested more than 64 levels deep");
    await expect(run(apply, await deep(64))).rejects.toThrow("program:");
    await expect(run(apply, await write(" ".repeat(17 * 1024 * 1024)))).rejects.toThrow("16777216 can be read");
    await expect(run(apply, await write({ codes: [{ tenantId: "a\0", code: "X" }] }))).rejects.toThrow(
      "codes[0].tenantId: must not contain U+0000",
    );
    const settled = await write("payoutId\npo_\0");
    await expect(run(payouts, "settle", settled)).rejects.toThrow("payouts[0].id: must not contain U+0000");
  });
});
