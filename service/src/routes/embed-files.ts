import { exportFile } from "../domain/embed/export-file.ts";
import { openStream } from "../domain/embed/open-stream.ts";
import { exportQuery } from "../schemas/embed-input.ts";
import { endpoint, type Endpoint } from "./endpoint.ts";

/** The embed data API's file and its stream (api-contract §10.4). */
export const embedFileEndpoints: readonly Endpoint[] = [
  endpoint("embed.export", {
    query: exportQuery,
    handle: async ({ ctx, caller, query }) => {
      const { name, contentType, text } = await exportFile(ctx, caller, query);
      return new Response(streamed(text), {
        headers: { "Content-Type": contentType, "Content-Disposition": `attachment; filename="${name}"` },
      });
    },
  }),
  endpoint("embed.stream", {
    handle: async ({ ctx, caller, request }) => {
      const body = await openStream(ctx, caller, request.headers.get("last-event-id"));
      return new Response(body, { headers: { "Content-Type": "text/event-stream", "X-Accel-Buffering": "no" } });
    },
  }),
];

/** Text as it comes, one batch ahead of the reader. */
function streamed(text: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await text.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await text.return(undefined);
    },
  });
}
