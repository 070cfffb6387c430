import { createHmac } from "node:crypto";
import { describe, expect, it } from "vitest";
import { verifyWebhook, WebhookVerificationError } from "../../src/server/index.ts";

const secret = `whsec_${Buffer.from("0123456789abcdef01234567").toString("base64")}`;
const other = `whsec_${Buffer.from("fedcba9876543210fedcba98").toString("base64")}`;
const now = Date.parse("2026-01-01T00:00:00Z");
const payload = JSON.stringify({ id: "evt_1", event: "lead.created", createdAt: "2026-01-01T00:00:00.000Z", data: {} });

function signed(key: string, at = now): Record<string, string> {
  const timestamp = String(Math.floor(at / 1000));
  const bytes = Buffer.from(key.slice(6), "base64");
  const signature = createHmac("sha256", bytes).update(`evt_1.${timestamp}.${payload}`).digest("base64");
  return { "webhook-id": "evt_1", "webhook-timestamp": timestamp, "webhook-signature": `v1,${signature}` };
}

describe("verifyWebhook", () => {
  it("answers the event of a signed delivery, from plain or web headers", async () => {
    expect((await verifyWebhook({ payload, headers: signed(secret), secret, now })).id).toBe("evt_1");
    expect((await verifyWebhook({ payload, headers: new Headers(signed(secret)), secret, now })).event).toBe(
      "lead.created",
    );
  });

  it("accepts either of two signatures or secrets during a rotation", async () => {
    const headers = signed(secret);
    headers["webhook-signature"] = `${signed(other)["webhook-signature"]} ${headers["webhook-signature"]}`;
    await expect(verifyWebhook({ payload, headers, secret, now })).resolves.toBeDefined();
    await expect(
      verifyWebhook({ payload, headers: signed(secret), secret: [other, secret], now }),
    ).resolves.toBeDefined();
  });

  it("refuses another secret, a changed body, a missing header and an old delivery", async () => {
    const refused = [
      { payload, headers: signed(other), secret, now },
      { payload: payload.replace("lead", "sale"), headers: signed(secret), secret, now },
      { payload, headers: { ...signed(secret), "webhook-id": "" }, secret, now },
      { payload, headers: signed(secret, now - 301_000), secret, now },
    ];
    for (const options of refused)
      await expect(verifyWebhook(options)).rejects.toBeInstanceOf(WebhookVerificationError);
  });
});
