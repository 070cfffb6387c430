import { exportFile } from "../domain/embed/export-file.ts";
import { openStream } from "../domain/embed/open-stream.ts";
import { exportQuery } from "../schemas/embed-input.ts";
import { endpoint, type Endpoint } from "./endpoint.ts";
import { createSpool } from "./spool.ts";

/** The embed data API's file and its stream. */
export const embedFileEndpoints: readonly Endpoint[] = [
  endpoint("embed.export", {
    description: "Downloads what the service holds on the partner: everything as JSON, or one section as CSV.",
    query: exportQuery,
    example: { query: { format: "csv", section: "earnings" } },
    handle: async ({ ctx, caller, query }) => {
      // The data is read at once, for one snapshot; the client takes its time.
      const spool = createSpool();
      try {
        const { name, contentType } = await exportFile(ctx, caller, { query, write: spool.write });
        const headers = { "Content-Type": contentType, "Content-Disposition": `attachment; filename="${name}"` };
        return new Response(spool.read(), { headers });
      } catch (error) {
        await spool.discard();
        throw error;
      }
    },
  }),
  endpoint("embed.stream", {
    description:
      "Server-sent events: `stats`, `commission`, `payout`, `status` and, a minute before the token ends, `expiring`. Read it with `fetch` and the bearer header; `Last-Event-ID` resumes within five minutes.",
    handle: async ({ ctx, caller, request }) => {
      const body = await openStream(ctx, caller, request.headers.get("last-event-id"));
      return new Response(body, { headers: { "Content-Type": "text/event-stream", "X-Accel-Buffering": "no" } });
    },
  }),
];
