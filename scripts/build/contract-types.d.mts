/** The types of schemas and endpoints as the text of a module; each schema is named as it is exported. */
export function print(schemas: Record<string, unknown>, endpoints?: readonly object[]): string;
/** Writes what the service's schemas and endpoints say to `src/contract/records.ts`. */
export function writeContractTypes(): Promise<void>;
