import { z } from "@hono/zod-openapi";

/** An integer in a query, ASCII digits only; the description states the default. */
export function queryInt(standard: number, { min, max = Number.MAX_SAFE_INTEGER }: { min: number; max?: number }) {
  const parsed = z.string().transform((text, check) => {
    if (/^\d+$/.test(text)) return Number(text);
    check.issues.push({ code: "invalid_type", expected: "int", input: text });
    return z.NEVER;
  });
  return parsed
    .pipe(z.number().min(min).max(max))
    .openapi({ type: "integer", minimum: min, ...(max < Number.MAX_SAFE_INTEGER && { maximum: max }) })
    .default(standard)
    .openapi({ default: standard });
}

/** A boolean in a query: `true` or `false`. */
export const queryBool = z
  .enum(["true", "false"])
  .transform((text) => text === "true")
  .openapi({ type: "boolean" });

/** A list in a query: comma-joined or repeated. */
export const queryList = z
  .union([z.string(), z.array(z.string())])
  .transform((value) => [value].flat().flatMap((text) => text.split(",")))
  .openapi({ type: "array", items: { type: "string" } });

/** A filter: `a`, several as `a,b`, or all others as `-a` and `-a,b`. */
export const filterText = z.string().max(2000);

/** Parameters for reading a list page by page, 1 to 100 items each. */
export function paging(items = "Items", standard = 100) {
  return {
    page: queryInt(1, { min: 1 }).describe("Number of the page, from 1; past the last one the list is empty."),
    pageSize: queryInt(standard, { min: 1, max: 100 }).describe(`${items} per page.`),
  };
}

/** The same for a list that can also be read from a given item on. */
export function cursorPaging(items?: string) {
  const { page, pageSize } = paging(items);
  return {
    page: page.unwrap().optional().describe("Number of the page, from 1; not together with a cursor."),
    pageSize,
    startingAfter: z.string().optional().describe("Id of the last item of the page before; not together with `page`."),
    endingBefore: z.string().optional().describe("Id of the first item of the page after; not together with `page`."),
  };
}

export const pageQuery = z.object(paging()).describe("Paging by page number.");

export const idParams = z
  .object({
    id: z
      .string()
      .describe("The id of what the path names before it; a customer's may also be your own, with the prefix `ext_`."),
  })
  .describe("Path of one object by id.");

export const deleted = z
  .strictObject({ id: z.string().describe("Id of what was deleted.") })
  .describe("Answer of a delete.");

/** A body of up to 100 items, each of which is checked on its own. */
export function bulkOf(item: "DiscountCodeInput" | "PartnerImport" | "CustomerImport" | "SaleImport") {
  return z
    .array(z.any())
    .min(1)
    .max(100)
    .openapi({ items: { $ref: `#/components/schemas/${item}` } });
}

/** How amounts stand in the CSV file of a list; spread into its query. */
export const csvAmounts = {
  amounts: z
    .enum(["minor", "decimal"])
    .optional()
    .describe("Amounts of the CSV file: in minor units, the default, or with the currency's decimals."),
};
