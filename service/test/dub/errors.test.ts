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
  it("400", async () => {
    const keyed = dub.sdk.tags.create({ name: "a" }, { fetchOptions: { headers: { "idempotency-key": "a b" } } });
    await expect(keyed).rejects.toBeInstanceOf(errors.BadRequest);
  });

  it("401", async () => {
    const failed = await dub
      .sdkWith("ref_unknown")
      .partners.list({})
      .catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(errors.Unauthorized);
    expect(failed).toMatchObject({ error: { code: "unauthorized", docUrl: docs("unauthorized") } });
  });

  it("403", async () => {
    await expect(dub.sdkWith(dub.world.publishableKey).tags.list({})).rejects.toBeInstanceOf(errors.Forbidden);
  });

  it("404", async () => {
    await expect(dub.sdk.links.delete("link_unknown")).rejects.toBeInstanceOf(errors.NotFound);
  });

  it("409", async () => {
    await dub.sdk.tags.create({ name: "twice" });
    await expect(dub.sdk.tags.create({ name: "twice" })).rejects.toBeInstanceOf(errors.Conflict);
  });

  it("422", async () => {
    const failed = await dub.sdk.partners.list({ pageSize: 101 }).catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(errors.UnprocessableEntity);
    expect(failed).toMatchObject({ error: { message: "too_big: pageSize: must be at most 100" } });
  });

  it("429", async () => {
    const { apiKey } = await limited.world.createWorkspace({ plan: "free" });
    const poor = limited.sdkWith(apiKey);
    for (let count = 0; count < 60; count += 1) await poor.tags.list({});
    await expect(poor.tags.list({})).rejects.toBeInstanceOf(errors.RateLimitExceeded);
  });

  it("what is not offered is 404 too", async () => {
    await expect(dub.sdk.domains.checkStatus({ domains: "a.test" })).rejects.toBeInstanceOf(errors.NotFound);
  });
});
