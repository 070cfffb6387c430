/** An event of a stream; a line that is none is its own name. */
export interface ReadEvent {
  id: string;
  event: string;
  data: any;
}

/** Reads what has been written so far, event by event; `closed` at the end. */
export function reader(body: ReadableStream<Uint8Array>): () => Promise<ReadEvent> {
  const source = body.getReader();
  const decoder = new TextDecoder();
  const events: ReadEvent[] = [];
  let text = "";
  return async () => {
    while (events.length === 0) {
      const { done, value } = await source.read();
      if (done) return { id: "", event: "closed", data: undefined };
      const blocks = (text + decoder.decode(value, { stream: true })).split("\n\n");
      text = blocks.pop()!;
      events.push(...blocks.map(eventOf));
    }
    return events.shift()!;
  };
}

function eventOf(block: string): ReadEvent {
  const lines = block.split("\n");
  const field = (name: string) => lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2) ?? "";
  const event = field("event");
  return event
    ? { id: field("id"), event, data: JSON.parse(field("data")) }
    : { id: "", event: lines[0]!.trim(), data: "" };
}
