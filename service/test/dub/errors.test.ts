import * as errors from "dub/models/errors";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openSdk, type SdkWorld } from "./open-sdk.ts";

let dub: SdkWorld;
let limited: SdkWorld;
beforeAll(async () => {
  dub = await openSdk();
  limited = await openSdk({ rateLimits: true });
});
afterAll(async () => {
  await limited.close();
  await dub.close();
});

const docs = (code: string): string => `https://app.test/docs/errors#${code}`;

describe("errors reach the SDK's caller as its own classes", () => {
  it("throws BadRequest for a malformed Idempotency-Key", async () => {
    const keyed = dub.sdk.tags.create({ name: "a" }, { fetchOptions: { headers: { "idempotency-key": "a b" } } });
    await expect(keyed).rejects.toBeInstanceOf(errors.BadRequest);
  });

  it("throws Unauthorized with code and link for an unknown key", async () => {
    const failed = await dub
      .sdkWith("ref_unknown")
      .partners.list({})
      .catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(errors.Unauthorized);
    expect(failed).toMatchObject({ error: { code: "unauthorized", docUrl: docs("unauthorized") } });
  });

  it("throws Forbidden for a publishable key on a secret operation", async () => {
    await expect(dub.sdkWith(dub.world.publishableKey).tags.list({})).rejects.toBeInstanceOf(errors.Forbidden);
  });

  it("throws NotFound for an unknown link", async () => {
    await expect(dub.sdk.links.delete("link_unknown")).rejects.toBeInstanceOf(errors.NotFound);
  });

  it("throws Conflict for a name that is taken", async () => {
    await dub.sdk.tags.create({ name: "twice" });
    await expect(dub.sdk.tags.create({ name: "twice" })).rejects.toBeInstanceOf(errors.Conflict);
  });

  it("throws UnprocessableEntity naming the parameter that is too big", async () => {
    const failed = await dub.sdk.partners.list({ pageSize: 101 }).catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(errors.UnprocessableEntity);
    expect(failed).toMatchObject({ error: { message: "too_big: pageSize: must be at most 100" } });
  });

  it("throws RateLimitExceeded after 60 requests in a minute on the free plan", async () => {
    const { apiKey } = await limited.world.createWorkspace({ plan: "free" });
    const poor = limited.sdkWith(apiKey);
    for (let count = 0; count < 60; count += 1) await poor.tags.list({});
    await expect(poor.tags.list({})).rejects.toBeInstanceOf(errors.RateLimitExceeded);
  });

  it("throws NotFound for an operation that is not offered", async () => {
    await expect(dub.sdk.domains.checkStatus({ domains: "a.test" })).rejects.toBeInstanceOf(errors.NotFound);
  });
});
