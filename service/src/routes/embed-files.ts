import { exportFile } from "../domain/embed/export-file.ts";
import { exportQuery } from "../schemas/embed-input.ts";
import { endpoint, type Endpoint } from "./endpoint.ts";

/** The embed data API's file (api-contract §10.4, Export). */
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
