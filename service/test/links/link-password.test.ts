import { describe, expect, it } from "vitest";
import { hashPassword, verifyPassword } from "../../src/domain/links/link-password.ts";

describe("a link password (L7)", () => {
  it("is stored salted, and only the same password verifies (L7)", async () => {
    const stored = await hashPassword("correct horse");
    expect(stored).not.toContain("correct");
    expect(stored).not.toBe(await hashPassword("correct horse"));
    expect(await verifyPassword("correct horse", stored)).toBe(true);
    expect(await verifyPassword("wrong horse", stored)).toBe(false);
    expect(await verifyPassword("anything", "plain")).toBe(false);
  });
});
