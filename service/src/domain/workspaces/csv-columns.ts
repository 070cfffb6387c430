import type { z } from "zod";

/** The CSV columns of a record: its fields, with a dot for those of a nested record. */
export function columnsOf(item: z.ZodType, within = ""): string[] {
  const { def } = item as z.ZodType & { def: Definition };
  if (def.innerType) return columnsOf(def.innerType, within);
  if (def.type !== "object") return [within];
  const prefix = within === "" ? "" : `${within}.`;
  return Object.entries(def.shape ?? {}).flatMap(([name, field]) => columnsOf(field, prefix + name));
}

/** The schema that defines the columns: `innerType` unwraps a nullable or optional schema. */
interface Definition {
  type: string;
  innerType?: z.ZodType;
  shape?: Record<string, z.ZodType>;
}
