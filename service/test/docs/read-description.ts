import type { Schema } from "../../src/docs/fields.ts";
import { createTestService } from "../harness.ts";

/** The API description as a service answers it. */
export async function readDescription(): Promise<Schema> {
  const service = await createTestService();
  try {
    return (await service.request("GET", "/openapi.json", { key: null })).body;
  } finally {
    await service.close();
  }
}
