/** An event as it came in, its data still text. */
export interface ReceivedEvent {
  event: string;
  data: string;
  id: string | undefined;
}

/** The event of a block of lines; none for a comment, a heartbeat or a bare `retry`. */
function parseBlock(block: string): ReceivedEvent | undefined {
  const fields = new Map<string, string>();
  for (const line of block.split("\n")) {
    const [, name, value] = /^(\w+):? ?(.*)$/.exec(line) ?? [];
    if (name) fields.set(name, name === "data" && fields.has(name) ? `${fields.get(name)}\n${value}` : value!);
  }
  const data = fields.get("data");
  return data === undefined ? undefined : { event: fields.get("event") ?? "message", data, id: fields.get("id") };
}

/**
 * The events of a `text/event-stream`, split into any chunks. Ends with the stream and throws its errors.
 * @param onBytes anything came, a heartbeat included
 */
export async function* readEvents(
  body: ReadableStream<Uint8Array>,
  onBytes: () => void,
): AsyncGenerator<ReceivedEvent, void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      onBytes();
      const blocks = (text + decoder.decode(value, { stream: true })).replaceAll("\r", "").split("\n\n");
      text = blocks.pop()!;
      for (const block of blocks) {
        const event = parseBlock(block);
        if (event) yield event;
      }
    }
  } finally {
    reader.cancel().catch(() => undefined);
  }
}
