import { describe, expect, it } from "vitest";
import { readConfig } from "../src/config.ts";

const messageOf = (env: Record<string, string>): string => {
  try {
    readConfig(env);
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error(`${JSON.stringify(env)} is taken`);
};

describe("settings", () => {
  it("an empty one counts as not given (api §19)", () => {
    const empty = { PORT: "", DATABASE_URL: "", LINK_DOMAINS: "", WEBHOOK_ALLOW: "", METRICS_TOKEN: "" };
    expect(readConfig(empty)).toEqual(readConfig({}));
  });

  it("lists are separated by commas, addresses lose their last slash (api §19)", () => {
    const { linkDomains, webhookAllow, trustedProxies } = readConfig({
      LINK_DOMAINS: "https://a.test/, https://b.test",
      WEBHOOK_ALLOW: "10.0.0.0/8,::1",
      TRUSTED_PROXIES: "127.0.0.1",
    });
    expect([linkDomains, webhookAllow, trustedProxies]).toEqual([
      ["https://a.test", "https://b.test"],
      ["10.0.0.0/8", "::1"],
      ["127.0.0.1"],
    ]);
  });

  it.each([
    ["PORT", "abc", "must be a port, 0 to 65535"],
    ["PORT", "70000", "must be a port"],
    ["PORT", "1e3", "must be a port"],
    ["APP_URL", "app.test", "must be an address such as https://"],
    ["API_URL", "ftp://app.test", "must be an address such as https://"],
    ["LINK_DOMAINS", "acme.link", "must be an address such as https://"],
    ["LINK_DOMAINS", ",", "must be addresses such as https://"],
    ["DEMO_TOKENS", "yes", "must be on or off"],
    ["LOG_LEVEL", "loud", "must be fatal, error, warn, info, debug, trace or silent"],
    ["TRUSTED_PROXIES", "proxy.test", "must be addresses or ranges such as 10.0.0.0/8"],
    ["WEBHOOK_ALLOW", "10.0.0.0/99", "must be addresses or ranges such as 10.0.0.0/8"],
    ["GEO_COUNTRY_HEADER", "a country", "must be the name of a header"],
    ["CLICK_COUNTING", "some", "must be all or unique"],
  ])("a start with %s=%s stops with one line that names it, what it holds and what it must be", (name, value, says) => {
    const message = messageOf({ [name]: value });
    expect(message).toContain(`Setting ${name} (${value}) cannot be used: it ${says}`);
    expect(message).not.toContain("\n");
  });

  it.each([
    ["DATABASE_URL", "mysql://user:hush@db.test/x", "must be an address such as postgres://"],
    ["API_KEY", "ref_hush", "must be ref_ and 40 letters or digits"],
  ])("a bad %s is not repeated (Y5)", (name, value, says) => {
    const message = messageOf({ [name]: value });
    expect(message).toContain(`Setting ${name} cannot be used: it ${says}`);
    expect(message).not.toContain("hush");
  });
});
