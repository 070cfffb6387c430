import { accessOf } from "./access.ts";
import { earningsOf, statsOf } from "./answer-bootstrap.ts";
import type { DemoCall } from "./call.ts";

/** Live figures: one snapshot, then silence, as nothing new happens in a demo. */
export function answerStream({ world, signal }: DemoCall): Response {
  const access = accessOf(world.status);
  const event = access === "none" ? "status" : "stats";
  const data =
    access === "none" ? { status: world.status, access } : { stats: statsOf(world), earnings: earningsOf(world) };
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const text = `retry: 3000\nid: 1\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
      controller.enqueue(new TextEncoder().encode(text));
      signal?.addEventListener("abort", () => controller.error(signal.reason), { once: true });
    },
  });
  return new Response(body, { headers: { "Content-Type": "text/event-stream", "Cache-Control": "no-store" } });
}
