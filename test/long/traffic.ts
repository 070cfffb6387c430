import type { Answer, Call, Service } from "./home.ts";
import { Promises } from "./promises.ts";

/** What a request promises when it is answered with 2xx or 302. */
type Promised = { kind: string; id: string; value?: string } | { field: string; value: string };

/** A request, and what its answer promises. */
interface Step {
  call: Call;
  promises: readonly Promised[];
  /** Whether its ids, or its `Idempotency-Key`, make a repetition the same request. */
  isRepeatable: boolean;
  /** Refusals that say nothing against the service. */
  expected?: readonly number[];
}

/** Thrown where a visit cannot go on. */
class Cut extends Error {}

const PARTNERS = 5;
/** How many visits ago something was made that is changed again. */
const OLDER = 112;

/**
 * Visitors and hosts of a program: clicks, leads, sales, refunds, payouts, edits of links, customers and partners, entries by hand.
 * Whatever was sent and not answered is repeated later, as a host does.
 */
export class Traffic {
  readonly promises = new Promises();
  /** Answers that should not have been. */
  readonly problems: string[] = [];
  /** Whether the database is being cut off: then a 5xx is an honest answer, after which nothing is known. */
  mayFail = false;
  /** Whether clients repeat what was not answered, among their visits. */
  mayRepeat = true;
  /** Where leads, sales and refunds go: another replica than the one that answered the click, at once. */
  tracking: Service | undefined;
  answered = 0;
  failed = 0;
  #n = 0;
  #unanswered: Step[] = [];
  readonly #partners: string[] = [];

  /** Makes the partners whose links are visited, with rewards for clicks, leads and sales, payable at once. */
  async prepare(service: Service): Promise<void> {
    await service.api("PATCH", "/program", { url: "https://app.test", holdingPeriodDays: 0, minPayoutAmount: 0 });
    const [group] = await service.api<{ id: string }[]>("GET", "/groups");
    const reward = (input: object): Promise<{ id: string }> => service.api("POST", "/rewards", input);
    const sale = await reward({ event: "sale", type: "percentage", amount: 25 });
    const lead = await reward({ event: "lead", type: "flat", amount: 150 });
    const click = await reward({ event: "click", type: "flat", amount: 3 });
    const rewards = { saleRewardId: sale.id, leadRewardId: lead.id, clickRewardId: click.id };
    await service.api("PATCH", `/groups/${group?.id}`, rewards);
    for (let i = 0; i < PARTNERS; i++) {
      const partner = { email: `partner-${i}@mail.test`, name: `Partner ${i}`, username: `k${i}` };
      this.#partners.push((await service.api<{ id: string }>("POST", "/partners", partner)).id);
    }
    // That the program had no address and no reward was true at the start, and counts as no problem.
    service.log.length = 0;
  }

  /** One client: repeats what was not answered, then visits, until the service is dead or `isOver` says so. */
  async client(service: Service, isOver: () => boolean, pauseMs = 0): Promise<void> {
    while (!isOver() && !service.isDead) {
      if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs));
      const step = this.mayRepeat ? this.#unanswered.shift() : undefined;
      try {
        if (step) await this.#take(service, step);
        else await this.#visit(service, (this.#n += 1));
      } catch (error) {
        if (!(error instanceof Cut)) throw error;
        // A service that is not there yet, or no more, is asked again a little later.
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    }
  }

  /** Repeats all that was not answered. */
  async repeatAll(service: Service): Promise<void> {
    for (const step of this.#unanswered.splice(0)) {
      await this.#take(service, step).catch((error: unknown) => {
        if (!(error instanceof Cut)) throw error;
      });
    }
  }

  async #visit(service: Service, n: number): Promise<void> {
    const id = `t-${n}`;
    const key = n % PARTNERS;
    const clickId = await this.#click(service, { id, key, visitor: n % 6 === 0 ? n - 1 : n });
    if (n % 4 === 0) await this.#customer(this.tracking ?? service, { id, n, clickId });
    if (n % 5 === 0) await this.#link(service, { id, n });
    if (n % 7 === 0) await this.#partner(service, { id, n });
    await this.#older(service, n - OLDER);
    if (n % 9 === 0) {
      const body = { partnerId: this.#partners[key], amount: n, description: id };
      await this.#make(service, { path: "/commissions", body, made: { kind: "entry", id, value: String(n) } });
    }
    if (n % 31 === 0) await this.#read(service, "/partners?pageSize=50");
    if (n % 37 === 0) await this.#read(service, "/analytics?groupBy=countries&interval=24h");
    if (n % 61 === 0) await this.#payOut(service, this.#partners[key] ?? "");
  }

  /** A visitor named by the page they come from, which is stored with the click. @returns the click's id */
  async #click(service: Service, { id, key, visitor }: { id: string; key: number; visitor: number }): Promise<string> {
    const address = `10.${(visitor >> 16) & 255}.${(visitor >> 8) & 255}.${visitor & 255}`;
    const headers = { "x-forwarded-for": address, referer: `http://from.test/${id}` };
    const call = { method: "GET", path: `/k${key}`, headers };
    const answer = await this.#take(service, { call, promises: [{ kind: "click", id }], isRepeatable: false });
    const clickId = new URL(answer.location ?? "").searchParams.get("ref_id") ?? "";
    this.promises.answered("click", id, clickId);
    return clickId;
  }

  /** A sign-up, a payment, and for some a refund in parts and a correction of name or commission. */
  async #customer(service: Service, { id, n, clickId }: { id: string; n: number; clickId: string }): Promise<void> {
    const post = (path: string, body: unknown, made: Promised): Promise<Answer> =>
      this.#take(service, {
        call: { method: "POST", path: `/api${path}`, body },
        promises: [made],
        isRepeatable: true,
      });
    const customerExternalId = id;
    await post("/track/lead", { clickId, eventName: "Sign up", customerExternalId }, { kind: "lead", id, value: "" });
    const amount = 100 + n;
    const sale = { customerExternalId, amount, invoiceId: id };
    await post("/track/sale", sale, { kind: "sale", id, value: String(amount) });
    if (n % 8 === 0) {
      const refund = { invoiceId: id, amount: 40, refundId: id };
      const { body } = await post("/track/refund", refund, { kind: "refund", id, value: "40" });
      const { commission } = JSON.parse(body) as { commission: { id: string; status: string } | null };
      if (n % 24 === 0 && commission?.status === "pending") await this.#correct(service, commission.id);
    }
    if (n % 16 === 0) {
      const rest = { invoiceId: id, refundId: `${id}-rest` };
      await post("/track/refund", rest, { kind: "refund", id: `${id}-rest`, value: String(amount - 40) });
    }
    if (n % 12 === 0)
      await this.#write(service, `/customers/ext_${id}`, { field: `name ${id}`, body: { name: `Name ${n}` } });
  }

  /** Another client may have put the commission in a payout by now. */
  async #correct(service: Service, commissionId: string): Promise<void> {
    const call = { method: "PATCH", path: `/api/commissions/${commissionId}`, body: { earnings: 5 } };
    await this.#take(service, { call, promises: [], isRepeatable: true, expected: [409] });
  }

  /** A link that is made, edited twice, and for some deleted. */
  async #link(service: Service, { id, n }: { id: string; n: number }): Promise<void> {
    const url = `https://app.test/${n}`;
    await this.#make(service, {
      path: "/links",
      body: { url, externalId: id },
      made: { kind: "link", id, value: url },
    });
    for (const comments of ["first", "second"])
      await this.#write(service, `/links/ext_${id}`, { field: `comments ${id}`, body: { comments } });
  }

  /** A partner of a tenant who is made, deactivated and for some reactivated. */
  async #partner(service: Service, { id, n }: { id: string; n: number }): Promise<void> {
    const body = { email: `${id}@mail.test`, name: `Tenant ${n}`, tenantId: id };
    await this.#make(service, { path: "/partners", body, made: { kind: "partner", id, value: "" } });
    await this.#read(service, `/partners?tenantId=${id}`);
    const turns = n % 14 === 0 ? ["deactivated", "approved"] : ["deactivated"];
    for (const status of turns) {
      const path = `/api/partners/${status === "approved" ? "reactivate" : "deactivate"}`;
      const call = { method: "POST", path, body: { tenantId: id } };
      await this.#take(service, { call, promises: [{ field: `status ${id}`, value: status }], isRepeatable: false });
    }
  }

  /** A partner and a sale of some time ago, perhaps of another life, change; that visit may have been cut short. */
  async #older(service: Service, n: number): Promise<void> {
    const post = (path: string, body: unknown, promised: Promised, isRepeatable: boolean): Promise<Answer> => {
      const call = { method: "POST", path: `/api${path}`, body };
      return this.#take(service, { call, promises: [promised], isRepeatable, expected: [404, 409, 422] });
    };
    const id = `t-${n}`;
    if (n > 0 && n % 7 === 0) {
      const status = n % 14 === 0 ? "deactivated" : "approved";
      const path = `/partners/${status === "approved" ? "reactivate" : "deactivate"}`;
      await post(path, { tenantId: id }, { field: `status ${id}`, value: status }, false);
    }
    if (n > 0 && n % 16 === 8) {
      const refund = { invoiceId: id, amount: 10, refundId: `${id}-late` };
      await post("/track/refund", refund, { kind: "refund", id: `${id}-late`, value: "10" }, true);
    }
  }

  async #payOut(service: Service, partnerId: string): Promise<void> {
    const create = { method: "POST", path: "/api/payouts", body: { partnerId } };
    // Nothing may be payable, or another payout be under way.
    const made = await this.#take(service, { call: create, promises: [], isRepeatable: false, expected: [409, 422] });
    if (made.status >= 300) return;
    const { id } = JSON.parse(made.body) as { id: string };
    for (const status of ["processing", "processed", "sent", "completed"]) {
      const call = { method: "PATCH", path: `/api/payouts/${id}`, body: { status } };
      await this.#take(service, { call, promises: [], isRepeatable: false, expected: [409] });
    }
  }

  #make(
    service: Service,
    { path, body, made }: { path: string; body: unknown; made: Promised & { id: string } },
  ): Promise<Answer> {
    const headers = { "idempotency-key": made.id };
    const call = { method: "POST", path: `/api${path}`, body, headers };
    return this.#take(service, { call, promises: [made], isRepeatable: true });
  }

  #write(
    service: Service,
    path: string,
    { field, body }: { field: string; body: Record<string, string> },
  ): Promise<Answer> {
    const call = { method: "PATCH", path: `/api${path}`, body };
    const promises = [{ field, value: Object.values(body)[0] ?? "" }];
    return this.#take(service, { call, promises, isRepeatable: false });
  }

  #read(service: Service, path: string): Promise<Answer> {
    return this.#take(service, { call: { method: "GET", path: `/api${path}` }, promises: [], isRepeatable: false });
  }

  /** @throws Cut when it was not answered with success, unless its status is among those expected */
  async #take(service: Service, step: Step): Promise<Answer> {
    const { call, promises, isRepeatable, expected = [] } = step;
    for (const promised of promises) {
      if ("field" in promised) this.promises.writing(promised.field, promised.value);
      else this.promises.sending(promised.kind, promised.id, promised.value);
    }
    let answer: Answer;
    try {
      answer = await service.send(call);
    } catch (error) {
      if (!isBroken(error)) throw error;
      if (isRepeatable) this.#unanswered.push(step);
      throw new Cut();
    }
    if (answer.status >= 500 && this.mayFail) {
      this.failed += 1;
      if (isRepeatable) this.#unanswered.push(step);
      throw new Cut();
    }
    if (answer.status >= 400 && !expected.includes(answer.status)) {
      this.problems.push(`${call.method} ${call.path}: ${answer.status} ${answer.body.slice(0, 300)}`);
      throw new Cut();
    }
    this.answered += 1;
    if (answer.status >= 400) return answer;
    for (const promised of promises) {
      if ("field" in promised) this.promises.wrote(promised.field, promised.value);
      else this.promises.answered(promised.kind, promised.id, promised.value);
    }
    return answer;
  }
}

/** A connection that broke, or could not be made: the service is dead, or not there yet. */
function isBroken(error: unknown): boolean {
  return /ECONNRE|socket hang up|EPIPE|aborted/.test(`${(error as NodeJS.ErrnoException).code} ${String(error)}`);
}
