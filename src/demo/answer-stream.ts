import { accessOf } from "../rules/standing.ts";
import { figuresOf } from "./answer-bootstrap.ts";
import type { DemoCall } from "./call.ts";
import { toJson } from "./to-json.ts";
import type { World } from "./world.ts";

/** Live figures: one snapshot and no further event, since a demo has no new activity. */
export function answerStream(world: World, { signal }: DemoCall): Response {
  const { status } = world;
  const access = accessOf(status);
  const [event, data] = access === "none" ? ["status", { status, access }] : ["stats", figuresOf(world)];
  const text = `retry: 3000\nid: 1\nevent: ${event}\ndata: ${toJson(world.scene, data)}\n\n`;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(text));
      signal?.addEventListener("abort", () => controller.error(signal.reason), { once: true });
    },
  });
  return new Response(body, { headers: { "Content-Type": "text/event-stream" } });
}
