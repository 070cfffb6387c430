import { exportFile } from "../domain/embed/export-file.ts";
import { openStream } from "../domain/embed/open-stream.ts";
import { exportQuery } from "../schemas/embed-input.ts";
import { endpoint, type Endpoint } from "./endpoint.ts";
import { createSpool } from "./spool.ts";

/** The embed data API's file and its stream (api-contract §10.4). */
export const embedFileEndpoints: readonly Endpoint[] = [
  endpoint("embed.export", {
    query: exportQuery,
    handle: async ({ ctx, caller, query }) => {
      // The data is read at once, for one snapshot; the client takes its time.
      const spool = createSpool();
      try {
        const { name, contentType } = await exportFile(ctx, caller, query, spool.write);
        const headers = { "Content-Type": contentType, "Content-Disposition": `attachment; filename="${name}"` };
        return new Response(spool.read(), { headers });
      } catch (error) {
        await spool.discard();
        throw error;
      }
    },
  }),
  endpoint("embed.stream", {
    handle: async ({ ctx, caller, request }) => {
      const body = await openStream(ctx, caller, request.headers.get("last-event-id"));
      return new Response(body, { headers: { "Content-Type": "text/event-stream", "X-Accel-Buffering": "no" } });
    },
  }),
];
