import type { z } from "zod";

/** The columns of a record as CSV: its fields, those of a record within with a dot. */
export function columnsOf(item: z.ZodType, within = ""): string[] {
  const { def } = item as z.ZodType & { def: Definition };
  if (def.innerType) return columnsOf(def.innerType, within);
  if (def.type !== "object") return [within];
  const prefix = within === "" ? "" : `${within}.`;
  return Object.entries(def.shape ?? {}).flatMap(([name, field]) => columnsOf(field, prefix + name));
}

/** Of a schema what its columns come from: `innerType` is what may be null or left out. */
interface Definition {
  type: string;
  innerType?: z.ZodType;
  shape?: Record<string, z.ZodType>;
}
