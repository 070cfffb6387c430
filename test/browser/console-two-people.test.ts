import { text } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { chromium, type Browser, type BrowserContext, type Page } from "playwright-core";
import { printConsoleLink } from "../../service/src/domain/people/console-link.ts";
import { invitePerson, listPeople } from "../../service/src/domain/people/manage-people.ts";
import { createWorkspace } from "../../service/src/domain/workspaces/create-workspace.ts";
import { startPostgres } from "../../service/test/postgres-server.ts";
import { startRealService, type RealService } from "./real-service.ts";

describe.each(["embedded", "postgres"] as const)("on the %s store", (engine) => {
  let service: RealService;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  let stopDatabase = async (): Promise<void> => {};
  beforeAll(async () => {
    const settings: Record<string, string> = {};
    if (engine === "postgres") {
      const { url, stop } = await startPostgres({ durable: false });
      settings["DATABASE_URL"] = url;
      stopDatabase = stop;
    }
    service = await startRealService(settings);
    browser = await chromium.connect(inject("chromium"));
    await api("PATCH", "/program", { holdingPeriodDays: 0, minPayoutAmount: 0, payoutMethods: ["manual", "paypal"] });
  });
  afterAll(async () => {
    await browser.close();
    await service.close();
    await stopDatabase();
  });
  beforeEach(async () => {
    context = await browser.newContext({ viewport: { width: 1280, height: 900 }, baseURL: service.appUrl });
    page = await context.newPage();
    await signIn((await service.inWorkspace((ctx) => printConsoleLink(ctx))).url);
    return () => context.close();
  });

  async function signIn(url: string, at: Page = page): Promise<void> {
    await at.goto(url);
    await at.getByRole("button", { name: "Sign in", exact: true }).click();
    await at.waitForURL(`${service.appUrl}/console`);
  }

  /** Calls the API as somebody else does meanwhile. */
  async function api<T>(method: string, path: string, body?: object): Promise<T> {
    const headers = { Authorization: `Bearer ${service.apiKey}`, "Content-Type": "application/json" };
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
    const answer = await fetch(`${service.appUrl}/api${path}`, init);
    if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`);
    return (await answer.json()) as T;
  }

  const button = (name: string) => page.getByRole("button", { name, exact: true });
  const inDialog = (name: string) => page.getByRole("dialog").getByRole("button", { name, exact: true });
  const shown = (words: string | RegExp) => page.getByText(words).first().waitFor();

  /** What a press of a button saves. */
  async function saved(press: () => Promise<void>): Promise<string> {
    const [download] = await Promise.all([page.waitForEvent("download"), press()]);
    return text(await download.createReadStream());
  }

  let count = 0;
  /** An approved partner who has earned something. */
  async function earner(name: string, { by, amount }: { by: "manual" | "paypal"; amount: number }): Promise<string> {
    const email = `earner-${(count += 1)}@mail.test`;
    const { id, status } = await api<{ id: string; status: string }>("POST", "/partners", { email, name });
    if (status === "pending") await api("POST", "/partners/applications/approve", { partnerId: id });
    const account = by === "paypal" ? { paypalEmail: email } : {};
    await api("PUT", `/partners/${id}/payout-method`, { method: by, ...account });
    await api("POST", "/commissions", { partnerId: id, amount });
    return id;
  }
  const payoutOf = async (partnerId: string): Promise<{ id: string; status: string; amount: number }> =>
    (await api<[{ id: string; status: string; amount: number }]>("GET", `/payouts?partnerId=${partnerId}`))[0];

  it("a tab does nothing in the name of who has signed in since, and keeps nothing of a run for them", async () => {
    await earner("Ada Acme", { by: "manual", amount: 1_000 });
    const other = await service.inWorkspace(async (ctx) => {
      const input = {
        name: "Other",
        slug: "other",
        program: { name: "Other", url: "https://other.test" },
        saleRateBp: 0,
      };
      return { ...ctx, workspaceId: (await createWorkspace(ctx, input)).workspaceId };
    });
    await page.goto("/console/money?view=run");
    await button("Collect").click();
    await button("Confirm 1 payout").waitFor();
    await page.goto("/console/people");
    await button("Invite").click();
    await page.getByLabel("Name").fill("Eve");
    await page.getByLabel("E-mail address").fill("eve@acme.test");
    // Somebody else signs in, in another tab of the same browser.
    await signIn((await printConsoleLink(other)).url, await context.newPage());
    await inDialog("Invite").click();
    await page.getByRole("dialog").getByText("Somebody else has signed in").waitFor();
    expect(await listPeople(other, { page: 1, pageSize: 100 })).toHaveLength(1);
    // The same tab, drawn anew for them.
    await page.goto("/console/money?view=run");
    await button("Collect").waitFor();
    expect(await page.getByText("Ada Acme").count()).toBe(0);
    expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain("Ada Acme");
  });

  it("a number of months that is none changes nothing, instead of being taken for good", async () => {
    const before = await api<{ id: string; maxDuration: number | null }[]>("GET", "/rewards");
    await api("PATCH", `/rewards/${before[0]!.id}`, { maxDuration: 12 });
    await page.goto("/console/program?view=rewards");
    await page
      .getByRole("button", { name: /^Change / })
      .first()
      .click();
    await page.getByLabel("For how many months").fill("24 months");
    await inDialog("Save").click();
    await page.getByRole("dialog").getByText("Type a whole number").waitFor();
    expect(await api("GET", "/rewards")).toMatchObject([{ maxDuration: 12 }]);
  });

  it("what somebody else has changed of a partner meanwhile is not undone: tags, rate, group, payment", async () => {
    const id = await earner("Tia Two", { by: "manual", amount: 100 });
    const { id: tag } = await api<{ id: string }>("POST", "/tags", { name: "VIP" });
    const { id: flat } = await api<{ id: string }>("POST", "/rewards", { event: "sale", type: "flat", amount: 900 });
    const [group] = await api<{ id: string }[]>("GET", "/groups");
    const { id: groupId } = await api<{ id: string }>("POST", "/groups", { name: "Two", slug: "two" });
    await page.goto(`/console/partners/${id}`);
    const refused = async (): Promise<void> => {
      await inDialog("Save").or(inDialog("Change")).click();
      await page.getByRole("dialog").getByText("Somebody else has changed").waitFor();
      await inDialog("Cancel").click();
    };
    await button("Tags").click();
    await page.getByLabel("Tags, separated by commas").fill("Press");
    await api("PATCH", `/partners/${id}`, { tagIds: [tag] });
    await refused();
    await button("Own rate").click();
    await page.getByLabel("Per cent of each sale").fill("30");
    await api("PATCH", `/partners/${id}`, { saleRewardId: flat });
    await refused();
    await button("Change group").click();
    await page.getByRole("dialog").getByLabel("Group").selectOption({ label: "Two" });
    await api("PATCH", `/partners/${id}`, { groupId });
    await api("PATCH", `/partners/${id}`, { groupId: group!.id, saleRewardId: flat });
    await api("PATCH", `/partners/${id}`, { groupId });
    await refused();
    await button("Payment").click();
    await page.getByLabel("Way of payment").selectOption("paypal");
    await page.getByLabel("Address that is paid").fill("typed@mail.test");
    await api("PUT", `/partners/${id}/payout-method`, { method: "paypal", paypalEmail: "own@mail.test" });
    await refused();
    expect(await api("GET", `/partners/${id}`)).toMatchObject({ groupId, tags: [{ id: tag }] });
    expect(await api("GET", `/partners/${id}/payout-method`)).toMatchObject({ method: "paypal" });
    // A rate of another kind is not replaced by a look at it.
    await api("PATCH", `/partners/${id}`, { saleRewardId: flat });
    await page.reload();
    await button("Own rate").click();
    await inDialog("Save").click();
    await page.getByRole("dialog").getByText("Nothing is changed yet").waitFor();
    expect(await api("GET", `/partners/${id}`)).toMatchObject({ saleRewardId: flat });
  });

  it("a run confirms amounts as they were seen, and says what became of payouts meanwhile", async () => {
    const [grown, gone] = [
      await earner("Gro Grown", { by: "manual", amount: 20_000 }),
      await earner("Gil Gone", { by: "manual", amount: 5_000 }),
    ];
    await page.goto("/console/money?view=run");
    await button("Collect").click();
    await button("Confirm 2 payouts").or(button("Confirm 3 payouts")).or(button("Confirm 4 payouts")).waitFor();
    // Somebody else collects more into the same payout.
    await api("POST", "/commissions", { partnerId: grown, amount: 3_000 });
    await api("POST", "/payouts/run", {});
    await page.getByRole("button", { name: /^Confirm \d/ }).click();
    await shown("1 payout has changed since");
    expect((await payoutOf(grown)).status).toBe("pending");
    await shown("$230.00");
    await page.getByRole("button", { name: /^Confirm \d/ }).click();
    await button("Save the file").waitFor();
    // Somebody else cancels one: the others are handed over, and the sums say why they are less.
    const { id } = await payoutOf(gone);
    await api("PATCH", `/payouts/${id}`, { status: "canceled" });
    const file = await saved(() => button("Save the file").click());
    expect([file.includes("Gro Grown"), file.includes("Gil Gone")]).toEqual([true, false]);
    await shown("1 payout, $50.00, canceled or failed since: Gil Gone");
    const rest = await api<{ amount: number }[]>("GET", "/payouts?status=processed");
    await page.getByRole("button", { name: /^Record \d+ payouts? as paid$/ }).click();
    await shown(/^\d+ payouts? paid$/);
    const [, confirmed, paid] = await page.locator(".con-total span:last-child").allTextContents();
    const sum = rest.reduce((total, { amount }) => total + amount, 0) / 100;
    expect([confirmed, paid]).toEqual([`$${(sum + 50).toFixed(2)}`, `$${sum.toFixed(2)}`]);
  });

  it("no payout is in the file of two ways of payment, or in a file after it was paid", async () => {
    const [cash, pal] = [
      await earner("Cas Cash", { by: "manual", amount: 1_100 }),
      await earner("Pam Pal", { by: "paypal", amount: 2_200 }),
    ];
    await page.goto("/console/money?view=run");
    await button("Collect").click();
    await page.getByRole("button", { name: /^Confirm \d/ }).click();
    await page.getByRole("combobox", { name: "Format" }).selectOption("paypal");
    const first = await saved(() => button("Save the file").click());
    expect([first.includes((await payoutOf(pal)).id), first.includes((await payoutOf(cash)).id)]).toEqual([
      true,
      false,
    ]);
    // The others, which the file for PayPal could not hold.
    await page.getByRole("combobox", { name: "Format" }).selectOption("csv");
    const second = await saved(() => button("Save it again").click());
    expect([second.includes("Cas Cash"), second.includes("Pam Pal")]).toEqual([true, false]);
    await page.getByRole("button", { name: /^Record \d+ payouts? as paid$/ }).click();
    await shown(/^\d+ payouts? paid$/);
    await button("Save it again").click();
    await shown("There is nothing to pay");
  });

  /** Another owner, in a browser of their own. */
  async function colleague(): Promise<{ id: string; at: Page }> {
    const email = `colleague-${(count += 1)}@acme.test`;
    const { id, url } = await service.inWorkspace(async (ctx) => {
      const { id } = await invitePerson(ctx, { name: `Bob ${count}`, email, role: "owner" });
      return { id, url: (await printConsoleLink(ctx, { email })).url };
    });
    const at = await (await browser.newContext({ acceptDownloads: true, baseURL: service.appUrl })).newPage();
    await signIn(url, at);
    return { id, at };
  }

  it("a payout of two people's runs is in the file of one alone, and recorded by who pays by it", async () => {
    const id = await earner("Two Twice", { by: "manual", amount: 1_000 });
    const { at } = await colleague();
    for (const one of [page, at]) {
      await one.goto("/console/money?view=run");
      await one.getByRole("button", { name: "Collect", exact: true }).click();
      await one.getByRole("button", { name: /^Confirm \d/ }).waitFor();
    }
    for (const one of [page, at]) {
      await one.getByRole("button", { name: /^Confirm \d/ }).click();
      await one.getByRole("button", { name: "Save the file" }).waitFor();
    }
    const file = await saved(() => button("Save the file").click());
    expect(file).toContain("Two Twice");
    await at.getByRole("button", { name: "Save the file" }).click();
    await at.getByText("There is nothing to pay by such a file").waitFor();
    await at.getByText(/in a file that was not saved in this run: .*Two Twice/).waitFor();
    expect(await at.getByRole("button", { name: /^Record/ }).count()).toBe(0);
    // Who saved it leaves; the other asked, and records that it was paid.
    await at.getByRole("button", { name: "Take over" }).click();
    await at.getByRole("button", { name: /^Record \d+ payouts? as paid$/ }).click();
    await at.getByText(/^\d+ payouts? paid$/).waitFor();
    expect((await payoutOf(id)).status).toBe("completed");
    await page.reload();
    await shown(/sent or paid outside this run: .*Two Twice/);
    await at.context().close();
  });

  it("of two people who save the file of a payout at the same moment, one has it", async () => {
    await earner("Sam Same", { by: "manual", amount: 1_500 });
    const { at } = await colleague();
    for (const one of [page, at]) {
      await one.goto("/console/money?view=run");
      await one.getByRole("button", { name: "Collect", exact: true }).click();
      await one.getByRole("button", { name: /^Confirm \d/ }).waitFor();
    }
    for (const one of [page, at]) {
      await one.getByRole("button", { name: /^Confirm \d/ }).click();
      await one.getByRole("button", { name: "Save the file" }).waitFor();
    }
    // The other's request is under way, with what was read before the first file was there.
    let release = (): void => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    await at.route("**/payouts/export", async (route) => {
      await released;
      await route.continue();
    });
    const asked = at.waitForRequest("**/payouts/export");
    await at.getByRole("button", { name: "Save the file" }).click();
    await asked;
    expect(await saved(() => button("Save the file").click())).toContain("Sam Same");
    release();
    await at.getByText("stands in a file already").waitFor();
    await at.getByText(/in a file that was not saved in this run: .*Sam Same/).waitFor();
    await at.context().close();
    await page.getByRole("button", { name: /^Record \d+ payouts? as paid$/ }).click();
    await shown(/^\d+ payouts? paid$/);
  });

  it("a file whose answer was lost is saved again as it was, also after a reload", async () => {
    const id = await earner("Los Lost", { by: "manual", amount: 1_600 });
    await page.goto("/console/money?view=run");
    await button("Collect").click();
    await page.getByRole("button", { name: /^Confirm \d/ }).click();
    await button("Save the file").waitFor();
    await page.route("**/payouts/export", async (route) => {
      await route.fetch();
      await route.abort();
    });
    await button("Save the file").click();
    await shown("Saving this file was interrupted");
    expect((await payoutOf(id)).status).toBe("processed");
    await page.unroute("**/payouts/export");
    await page.reload();
    await shown("Saving this file was interrupted");
    expect(await saved(() => button("Save the file").click())).toContain("Los Lost");
    await page.getByText("Saving this file was interrupted").waitFor({ state: "detached" });
    await page.getByRole("button", { name: /^Record \d+ payouts? as paid$/ }).click();
    await shown(/^\d+ payouts? paid$/);
    expect((await payoutOf(id)).status).toBe("completed");
  });

  /** Sends what is asked there, and loses the answer. */
  const loseAnswers = async (path: string): Promise<void> => {
    await page.route(path, async (route) => {
      if (route.request().method() === "GET") return route.continue();
      await route.fetch();
      await route.abort();
    });
  };

  it("a bonus whose answer was lost is added once, and another like it when it is meant", async () => {
    const id = await earner("Lou Lost", { by: "manual", amount: 100 });
    const bonuses = async (): Promise<number> =>
      (await api<{ earnings: number }[]>("GET", `/commissions?partnerId=${id}`)).filter(
        ({ earnings }) => earnings === 2_500,
      ).length;
    await page.goto(`/console/partners/${id}`);
    const type = async (): Promise<void> => {
      await button("Bonus").click();
      await page.getByLabel("Amount, USD").fill("25");
      await page.getByLabel("What it is for").fill("Article");
    };
    await type();
    await loseAnswers("**/console/api/commissions");
    await inDialog("Add").click();
    await page.getByRole("dialog").getByRole("alert").waitFor();
    expect(await bonuses()).toBe(1);
    await page.unroute("**/console/api/commissions");
    await inDialog("Add").click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    expect(await bonuses()).toBe(1);

    await type();
    await loseAnswers("**/console/api/commissions");
    await inDialog("Add").click();
    await page.getByRole("dialog").getByRole("alert").waitFor();
    await page.unroute("**/console/api/commissions");
    await inDialog("Cancel").click();
    expect(await bonuses()).toBe(2);
    await type();
    await inDialog("Add").click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    expect(await bonuses()).toBe(3);
  });

  it("what a lost answer has done is not told as somebody else's", async () => {
    const id = await earner("Ona Own", { by: "manual", amount: 100 });
    await page.goto(`/console/partners/${id}`);
    await button("Tags").click();
    await page.getByLabel("Tags, separated by commas").fill("Own");
    await loseAnswers(`**/console/api/partners/${id}`);
    await inDialog("Save").click();
    await page.getByRole("dialog").getByRole("alert").waitFor();
    await page.unroute(`**/console/api/partners/${id}`);
    await inDialog("Save").click();
    await page.getByRole("dialog").getByText("It is changed: by your first try, or by somebody else.").waitFor();
    await inDialog("Cancel").click();

    // Of a run, too: what it has recorded as paid is its own.
    await page.goto("/console/money?view=run");
    await button("Collect").click();
    await page.getByRole("button", { name: /^Confirm \d/ }).click();
    await saved(() => button("Save the file").click());
    await loseAnswers("**/console/api/payouts/settle");
    await page.getByRole("button", { name: /^Record \d+ payouts? as paid$/ }).click();
    await shown(/^\d+ payouts? paid$/);
    expect((await payoutOf(id)).status).toBe("completed");
    expect(await page.getByText("sent or paid outside this run").count()).toBe(0);
    await page.reload();
    await shown(/^\d+ payouts? paid$/);
    expect(await page.getByText("sent or paid outside this run").count()).toBe(0);
  });

  it("amounts are asked in the program's currency also while the program cannot be read", async () => {
    const yen = await service.inWorkspace(async (ctx) => {
      const program = { name: "Yen", url: "https://yen.test", currency: "jpy" };
      const input = { name: "Yen", slug: "yen", program, saleRateBp: 0 };
      return { ...ctx, ...(await createWorkspace(ctx, input)) };
    });
    const as = { Authorization: `Bearer ${yen.apiKey}`, "Content-Type": "application/json" };
    const body = JSON.stringify({ email: "yumi@mail.test", name: "Yumi" });
    const made = await fetch(`${service.appUrl}/api/partners`, { method: "POST", headers: as, body });
    const { id } = (await made.json()) as { id: string };
    await signIn((await printConsoleLink(yen)).url);
    await page.route("**/console/api/program", (route) => route.abort());
    await page.goto(`/console/partners/${id}`);
    await button("Bonus").click();
    await page.getByLabel("Amount, JPY").fill("200");
    await page.getByLabel("What it is for").fill("Article");
    await inDialog("Add").click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    const rows = await fetch(`${service.appUrl}/api/commissions?partnerId=${id}`, { headers: as });
    expect(await rows.json()).toMatchObject([{ earnings: 200, currency: "jpy" }]);
  });

  it("a run names who is banned by now, and a confirmed payout can be canceled", async () => {
    const id = await earner("Ben Banned", { by: "manual", amount: 1_700 });
    await page.goto("/console/money?view=run");
    await button("Collect").click();
    await page.getByRole("button", { name: /^Confirm \d/ }).click();
    await button("Save the file").waitFor();
    await api("POST", "/partners/ban", { partnerId: id, reason: "fraud" });
    await page.reload();
    await shown(/of partners who are banned by now: Ben Banned/);
    await page.goto("/console/money?view=payouts");
    await page.locator(".con-item", { hasText: "Ben Banned" }).getByRole("button", { name: "Not paid" }).click();
    await page.getByLabel("What happened").selectOption("It is not to be paid");
    await inDialog("Record").click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    expect((await payoutOf(id)).status).toBe("canceled");
    await page.goto("/console/money?view=run");
    await shown(/canceled or failed since: Ben Banned/);
    await page.getByRole("button", { name: "Begin another run" }).click();
  });

  it("says of who failed since a file was saved that they must not be paid by it, and of who was collected again nothing", async () => {
    const id = await earner("Fay Failed", { by: "manual", amount: 1_800 });
    await page.goto("/console/money?view=run");
    await button("Collect").click();
    await page.getByRole("button", { name: /^Confirm \d/ }).click();
    await saved(() => button("Save the file").click());
    const payout = await payoutOf(id);
    await api("PATCH", `/payouts/${payout.id}`, { status: "failed", failureReason: "Closed account" });
    await page.reload();
    await shown(/canceled or failed since: Fay Failed\. The file that you saved before has them still/);
    await page.goto("/console");
    await shown("1 failed payout");
    await page.goto("/console/money?view=run");
    await page.getByRole("button", { name: "Begin another run" }).click();
    await button("Collect").click();
    await page.getByRole("button", { name: /^Confirm \d/ }).waitFor();
    await page.goto("/console");
    await shown(/to confirm/);
    expect(await page.getByText("failed payout").count()).toBe(0);
  });

  it("confirms no amount that somebody else has changed while it was confirmed", async () => {
    const id = await earner("Amy Amount", { by: "manual", amount: 2_100 });
    await page.goto("/console/money?view=run");
    const another = page.getByRole("button", { name: "Begin another run" });
    await button("Collect").or(another).first().waitFor();
    if (await another.isVisible()) await another.click();
    await button("Collect").click();
    const confirm = page.getByRole("button", { name: /^Confirm \d/ });
    await confirm.waitFor();
    await page.route(
      "**/console/api/payouts/confirm",
      async (route) => {
        await api("POST", "/commissions", { partnerId: id, amount: 50_000 });
        await api("POST", "/payouts", { partnerId: id });
        await route.continue();
      },
      { times: 1 },
    );
    await confirm.click();
    await shown(/1 payout has changed since/);
    expect((await payoutOf(id)).status).toBe("pending");
    await shown("$521.00");
    await confirm.click();
    await button("Save the file").waitFor();
    expect(await payoutOf(id)).toMatchObject({ status: "processing", amount: 52_100 });
  });

  it("opens who was sought, also where Enter comes before the answer", async () => {
    const id = await earner("Zoe Late", { by: "manual", amount: 100 });
    await page.goto("/console");
    await page.getByRole("button", { name: /^Find a partner/ }).waitFor();
    await page.keyboard.press("Control+k");
    await page.locator(".con-found").first().waitFor();
    await page.route("**/console/api/partners?*search=*", async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 300));
      await route.continue();
    });
    await page.getByLabel("Name, address or id").fill("Zoe Late");
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/console\/partners\/pn_/);
    expect(page.url()).toContain(id);
  });

  it("a look at how somebody is paid changes nothing", async () => {
    const id = await earner("Pat Paid", { by: "paypal", amount: 100 });
    const account = { method: "paypal", paypalEmail: "other-account@pay.test" };
    await api("PUT", `/partners/${id}/payout-method`, account);
    await page.goto(`/console/partners/${id}`);
    await button("Payment").click();
    await inDialog("Save").click();
    await page.getByRole("dialog").getByText("Nothing is changed yet").waitFor();
    await page.getByLabel("Way of payment").selectOption("manual");
    await inDialog("Save").click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    expect(await api("GET", `/partners/${id}/payout-method`)).toMatchObject({ method: "manual" });
  });

  it("what was typed into settings is there after a reload", async () => {
    await page.goto("/console/program");
    await page.getByLabel("Least payout").fill("12.34");
    await button("Save").waitFor();
    await page.reload();
    await button("Save").waitFor();
    expect(await page.getByLabel("Least payout").inputValue()).toBe("12.34");
    await button("Take back").click();
    await page.reload();
    await page.getByLabel("Least payout").waitFor();
    expect(await button("Save").count()).toBe(0);
  });

  it("a reward that was given to some of its groups when the connection broke is given to the others by the next try", async () => {
    const groups: string[] = [];
    for (const name of ["Half one", "Half two"]) {
      const slug = name.toLowerCase().replace(" ", "-");
      groups.push((await api<{ id: string }>("POST", "/groups", { name, slug })).id);
    }
    const { id } = await api<{ id: string }>("POST", "/rewards", { event: "lead", type: "flat", amount: 777 });
    await page.goto("/console/program?view=rewards");
    await page.getByRole("button", { name: /^Groups of .*7\.77/ }).click();
    for (const name of ["Half one", "Half two"]) await page.getByRole("checkbox", { name }).check();
    let given = 0;
    await page.route("**/console/api/groups/*", async (route) => {
      if (given > 0) return route.abort();
      await route.continue();
      given += 1;
    });
    await inDialog("Save").click();
    await page.getByRole("dialog").getByRole("alert").waitFor();
    const holders = async (): Promise<number> =>
      (await api<{ leadRewardId: string | null }[]>("GET", "/groups?pageSize=100")).filter(
        ({ leadRewardId }) => leadRewardId === id,
      ).length;
    expect(await holders()).toBe(1);
    await page.unroute("**/console/api/groups/*");
    await inDialog("Save").click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    expect(await holders()).toBe(2);
  });

  it("a run that somebody has left is gone on with by another person", async () => {
    const id = await earner("Lef Left", { by: "manual", amount: 3_000 });
    await page.goto("/console/money?view=run");
    await button("Collect").click();
    await page.getByRole("button", { name: /^Confirm \d/ }).click();
    await button("Save the file").waitFor();
    const { at } = await colleague();
    await at.goto("/console/money?view=run");
    await at.getByRole("button", { name: "Go on with them" }).click();
    const [download] = await Promise.all([
      at.waitForEvent("download"),
      at.getByRole("button", { name: "Save the file" }).click(),
    ]);
    expect(await text(await download.createReadStream())).toContain("Lef Left");
    await at.getByRole("button", { name: /^Record \d+ payouts? as paid$/ }).click();
    await at.getByText(/^\d+ payouts? paid$/).waitFor();
    expect((await payoutOf(id)).status).toBe("completed");
    await at.context().close();
  });

  it("what somebody else has decided meanwhile is not undone: an application, a role, a lead", async () => {
    const refused = async (press: string): Promise<void> => {
      await inDialog(press).click();
      await page.getByRole("dialog").getByText("Somebody else has changed").waitFor();
      await inDialog("Cancel").click();
    };
    await api("PATCH", "/program", { autoApprove: false });
    const { id } = await api<{ id: string }>("POST", "/partners", { email: "pia@mail.test", name: "Pia Pending" });
    await api("PATCH", "/program", { autoApprove: true });
    await page.goto(`/console/partners/${id}`);
    await button("Approve").click();
    await api("POST", "/partners/applications/reject", { partnerId: id, rejectionReason: "notTheRightFit" });
    await refused("Approve");
    expect(await api("GET", `/partners/${id}`)).toMatchObject({ status: "rejected" });
    // Of several partners too.
    const bulk = await api<{ id: string }>("POST", "/partners", { email: "bo@mail.test", name: "Bo Bulk" });
    await page.goto("/console/partners?search=Bo Bulk");
    await page.getByRole("checkbox", { name: /Bo Bulk/ }).check();
    await page.getByRole("group", { name: "With those chosen" }).getByRole("button", { name: "Archive" }).click();
    await api("POST", "/partners/deactivate", { partnerId: bulk.id });
    await refused("Archive");
    expect(await api("GET", `/partners/${bulk.id}`)).toMatchObject({ status: "deactivated" });
    const person = await colleague();
    await page.goto("/console/people");
    const row = page.getByRole("listitem").filter({ hasText: `Bob ${count}` });
    await row.getByRole("button", { name: "Role" }).click();
    await page.getByRole("dialog").getByLabel("Role").selectOption("manager");
    await api("PATCH", `/people/${person.id}`, { role: "viewer" });
    await refused("Change");
    const people = await service.inWorkspace((ctx) => listPeople(ctx, { page: 1, pageSize: 100 }));
    expect(people.find((one) => one.id === person.id)?.role).toBe("viewer");
    await person.at.context().close();
    // A lead that has moved meanwhile is not lost, or won a second time, by who saw it before.
    const field = { key: "company", label: "Company", type: "text", required: true, locked: false, position: 0 };
    const lea = { email: "lea@mail.test", name: "Lea Lead" };
    const { id: sender, groupId } = await api<{ id: string; groupId: string }>("POST", "/partners", lea);
    await api("PATCH", `/groups/${groupId}`, { referralFormData: { fields: [field] } });
    const { publicToken } = await api<{ publicToken: string }>("POST", "/tokens/embed/referrals", {
      partnerId: sender,
    });
    const sent = await fetch(`${service.appUrl}/api/embed/referrals/referrals`, {
      method: "POST",
      headers: { Authorization: `Bearer ${publicToken}`, "Content-Type": "application/json" },
      body: JSON.stringify({ values: { company: "Initech" } }),
    });
    expect(sent.status).toBe(201);
    const [lead] = await api<[{ id: string }]>("GET", `/referrals?partnerId=${sender}`);
    await page.goto("/console/leads");
    await button("Move").click();
    await page.getByRole("dialog").getByRole("combobox").selectOption("closedLost");
    await api("PATCH", `/referrals/${lead.id}`, { status: "qualified" });
    await refused("Move");
    expect(await api("GET", `/referrals?partnerId=${sender}`)).toMatchObject([{ status: "qualified" }]);
    // The same of its note; one that has moved meanwhile may still be noted.
    await page.goto("/console/leads?status=qualified");
    await button("Note").click();
    await page.getByRole("dialog").getByRole("textbox").fill("By the page");
    await api("PATCH", `/referrals/${lead.id}`, { note: "By another" });
    await refused("Save");
    expect(await api("GET", `/referrals/${lead.id}`)).toMatchObject({ note: "By another" });
    await page.getByText("By another").waitFor();
    await button("Note").click();
    expect(await page.getByRole("dialog").getByRole("textbox").inputValue()).toBe("By another");
    await page.getByRole("dialog").getByRole("textbox").fill("By both");
    await api("PATCH", `/referrals/${lead.id}`, { status: "meeting" });
    await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    expect(await api("GET", `/referrals/${lead.id}`)).toMatchObject({ status: "meeting", note: "By both" });
  });
});
