import { types, type CustomTypesConfig } from "pg";

const OID = { int8: 20, int8Array: 1016, date: 1082, timestamp: 1114 } as const;

const numberArray = (text: string): number[] => (text === "{}" ? [] : text.slice(1, -1).split(",").map(Number));

const parsers: Record<number, (text: string) => unknown> = {
  [OID.int8]: Number,
  [OID.int8Array]: numberArray,
  [OID.date]: (text) => text,
  [OID.timestamp]: (text) => new Date(`${text.replace(" ", "T")}Z`),
};

/**
 * SQL values in JavaScript, on both engines: int8 is a number (money ends at 2^53 - 1), numeric stays text because a number would lose
 * decimals, timestamptz and timestamp are `Date`, date is `YYYY-MM-DD`, json and jsonb are parsed.
 */
export const valueTypes: CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: "text" | "binary") =>
    parsers[oid] ?? types.getTypeParser(oid, format as "text")) as CustomTypesConfig["getTypeParser"],
};
