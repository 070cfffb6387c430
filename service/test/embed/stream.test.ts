import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { EmbedSession } from "../../src/domain/embed/session.ts";
import { StreamHub } from "../../src/domain/embed/stream-hub.ts";
import { createApp } from "../../src/app.ts";
import { authenticate, type EmbedCaller } from "../../src/middleware/authenticate.ts";
import { createTestService, type TestService } from "../harness.ts";
import { activePartner } from "./active-partner.ts";
import { hideSections } from "./hide-sections.ts";
import { reader } from "./read-stream.ts";

let service: TestService;
let hub: StreamHub;
beforeAll(async () => void (service = await createTestService()));
beforeEach(() => void (hub = new StreamHub(service.ctx(), () => () => {})));
afterAll(() => service.close());

type Session = EmbedSession & { id: string };
const sessionOf = async (token: string): Promise<Session> =>
  (await authenticate(service.deps, `Bearer ${token}`)) as EmbedCaller;

async function opened(token: string, lastEventId: string | null = null) {
  const next = reader(hub.open(await sessionOf(token), lastEventId));
  await hub.poll();
  expect((await next()).event).toBe("retry: 3000");
  return next;
}

async function sell(clickId: string, customerExternalId: string) {
  await service.request("POST", "/track/sale", { body: { clickId, customerExternalId, amount: 1000 } });
}

describe("GET /stream 200", () => {
  it("sends a snapshot first, then what changes: figures, commissions, payouts", async () => {
    const { partner, token, clickId } = await activePartner(service);
    const next = await opened(token);
    const { body } = await service.request<any>("GET", "/embed/referrals", { key: token });
    expect(await next()).toMatchObject({ event: "stats", data: { stats: body.stats, earnings: body.earnings } });
    service.clock.advance(10_000);
    await sell(clickId, `stream-${partner.id}`);
    await hub.poll();
    let message = await next();
    while (message.event === "commission" && message.data.amount !== 1000) message = await next();
    expect(message).toMatchObject({ event: "stats", data: { stats: { sales: 3 } } });
    message = await next();
    while (message.data.amount !== 1000) message = await next();
    expect(message).toMatchObject({ event: "commission", data: { earnings: 250, status: "pending" } });
    await hub.poll();
    service.clock.advance(15_000);
    await hub.poll();
    expect((await next()).event).toBe(":");
  });

  it("sends a new status and what it allows (K10)", async () => {
    const { partner, token } = await activePartner(service);
    const next = await opened(token);
    expect((await next()).event).toBe("stats");
    await service.request("POST", "/partners/ban", { body: { partnerId: partner.id, reason: "spam" } });
    await hub.poll();
    let message = await next();
    while (message.event !== "status") message = await next();
    expect(message.data).toEqual({ status: "banned", access: "none" });
    const after = await opened(token);
    expect(await after()).toMatchObject({ event: "status", data: { status: "banned", access: "none" } });
  });

  it("resumes after a recent event id", async () => {
    const { partner, token, clickId } = await activePartner(service);
    const next = await opened(token);
    const { id } = await next();
    service.clock.advance(60_000);
    await sell(clickId, `resume-${partner.id}`);
    service.clock.advance(60_000);
    const again = await opened(token, id);
    expect((await again()).event).toBe("stats");
    let message = await again();
    while (message.data.amount !== 1000) message = await again();
    expect(message.event).toBe("commission");
  });

  it("warns a minute before the token ends, and ends with it", async () => {
    const { partner } = await activePartner(service);
    const token = await service.embedToken(partner.id, { expiresIn: 300 });
    const next = await opened(token);
    expect((await next()).event).toBe("stats");
    service.clock.advance(240_000);
    await hub.poll();
    expect((await next()).event).toBe("expiring");
    service.clock.advance(60_000);
    await hub.poll();
    let message = await next();
    while (message.event === ":") message = await next();
    expect(message.event).toBe("closed");
  });

  it.each(["alone", "with all of the partner"])("ends when the token is revoked %s", async (how) => {
    const { token, partner } = await activePartner(service);
    const next = await opened(token);
    await next();
    const body = how === "alone" ? { publicToken: token } : { partnerId: partner.id };
    await service.request("DELETE", "/tokens/embed/referrals", { body });
    await hub.poll();
    expect((await next()).event).toBe("closed");
  });

  it("is served as an event stream with no-store", async () => {
    const { token } = await activePartner(service);
    const answer = await createApp(service.deps).request("/api/embed/referrals/stream", {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("text/event-stream");
    expect(answer.headers.get("cache-control")).toBe("no-store");
    await answer.body!.cancel();
  });
});

describe("HEAD /stream", () => {
  it("answers as GET does and leaves no stream open", async () => {
    const { token } = await activePartner(service);
    for (let i = 0; i < 5; i += 1) {
      const { status, headers, body } = await service.request("HEAD", "/embed/referrals/stream", { key: token });
      expect([status, headers.get("content-type"), body]).toEqual([200, "text/event-stream", ""]);
    }
  });
});

describe("answers 403 or 429", () => {
  it("answers 429 beyond four streams of one token, until one is closed", async () => {
    const { token } = await activePartner(service);
    const session = await sessionOf(token);
    const bodies = Array.from({ length: 4 }, () => hub.open(session, null));
    expect(() => hub.open(session, null)).toThrow(expect.objectContaining({ code: "rate_limit_exceeded" }) as Error);
    await bodies[0]!.cancel();
    expect(() => hub.open(session, null)).not.toThrow();
  });

  it("ends at the next poll once the program hides live figures, even when nothing else has changed (T19)", async () => {
    const { token } = await activePartner(service);
    const next = await opened(token);
    expect((await next()).event).toBe("stats");
    const restore = await hideSections(service, ["live"]);
    await hub.poll();
    let message = await next();
    while (message.event === "commission") message = await next();
    expect(message.event).toBe("closed");
    await restore();
  });

  it("answers 403 where the program shows no live figures", async () => {
    const { token } = await activePartner(service);
    const restore = await hideSections(service, ["live"]);
    expect((await service.request("GET", "/embed/referrals/stream", { key: token })).status).toBe(403);
    await restore();
  });
});
