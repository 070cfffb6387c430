import { z } from "zod";
import { expect, it } from "vitest";
import { columnsOf, recordOf } from "../src/domain/record.ts";

const key = z.strictObject({
  id: z.string(),
  shortName: z.string().nullable(),
  usedAt: z.string().nullable(),
  amount: z.number(),
  secret: z.string().optional(),
});
const row = {
  id: "key_1",
  short_name: "web",
  used_at: new Date(0),
  amount_minor: 5,
  secret: "s3cret",
  workspace_id: "w",
};

it("makes a record of the schema's fields, times as text, and of no column beside them", () => {
  expect(recordOf(key, row, { amount: 5 })).toEqual({
    id: "key_1",
    shortName: "web",
    usedAt: "1970-01-01T00:00:00.000Z",
    amount: 5,
  });
});

it("shows what a record may lack only where the caller says so", () => {
  expect(recordOf(key, row, { amount: 5 })).not.toHaveProperty("secret");
  expect(recordOf(key, row, { amount: 5, secret: "shown" }).secret).toBe("shown");
});

it("asks for each field that differs from its column in name, type or unit", () => {
  // @ts-expect-error `amount` has no column
  expect(recordOf(key, row).amount).toBeUndefined();
  // @ts-expect-error `usedAt` is a time, not a number
  expect(recordOf(key, { ...row, used_at: 0 }, { amount: 5 }).usedAt).toBe(0);
  expect(recordOf(key, { ...row, amount: 5 }).amount).toBe(5);
});

it("writes the columns of the fields that are given, and of no other", () => {
  const patch = z.object({
    shortName: z.string().optional(),
    hosts: z.array(z.string()).nullish(),
    archived: z.boolean(),
  });
  const body = { shortName: undefined, hosts: ["a"], archived: false, workspaceId: "w" };
  expect(columnsOf(patch, body)).toEqual({ hosts: '["a"]', archived: false });
  expect(columnsOf(patch, { hosts: null })).toEqual({ hosts: null });
});
