import { expect, it } from "vitest";
import { maskCustomer, maskDestination, maskEmail } from "../../src/domain/rules/mask.ts";

it.each([
  ["anna@example.com", "a***@e***.com"],
  ["anna@mail.example.co", "a***@m***.co"],
  // A host without a dot ends in nothing that may be shown.
  ["anna@localhost", "a***@l***"],
])("shows %s as %s (K11)", (email, shown) => {
  expect(maskEmail(email)).toBe(shown);
});

it("shows a customer without an address by the first letter of the name (K11)", () => {
  const customer = { id: "cus_1", country: null };
  expect(maskCustomer({ ...customer, email: null, name: "Anna Bell" }).label).toBe("A***");
  expect(maskCustomer({ ...customer, email: "Anna Bell", name: null }).label).toBe("***");
});

it("shows of an account only its ends (K11)", () => {
  expect(maskDestination("DE89370400440532013000")).toBe("DE89…3000");
});
