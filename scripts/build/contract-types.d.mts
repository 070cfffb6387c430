/** The types of the schemas as the text of a module; each is named as it is exported. */
export function print(schemas: Record<string, unknown>): string;
/** Writes the types of the records to `src/contract/records.ts`. */
export function writeContractTypes(): Promise<void>;
