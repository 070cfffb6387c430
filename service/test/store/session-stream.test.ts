import { expect, it } from "vitest";
import type { EmbeddedServer } from "../../src/store/embedded/embedded-server.ts";
import { SessionStream } from "../../src/store/embedded/session-stream.ts";

const sync = Buffer.from("S");

it("hands an answer of 1 MB over in pieces, and other work runs between them", async () => {
  const stream = new SessionStream({
    exec: async () => Buffer.alloc(1_000_000),
  } as Partial<EmbeddedServer> as EmbeddedServer);
  const events: string[] = [];
  let bytes = 0;
  const whole = new Promise<void>((resolve) => {
    stream.on("data", (piece: Buffer) => {
      events.push("piece");
      setImmediate(() => events.push("other work"));
      bytes += piece.length;
      if (bytes === 1_000_000) resolve();
    });
  });
  // The stream flows from the next tick on; what it holds until then comes at once.
  await new Promise(setImmediate);
  stream.write(sync);
  await whole;
  expect(events.length).toBeGreaterThan(20);
  expect(events.filter((event, index) => event === "piece" && events[index - 1] === "piece")).toEqual([]);
});

it("hands a short answer over after all pieces of a long one that was asked for before", async () => {
  const answers = [Buffer.alloc(300_000, "a"), Buffer.from("b")];
  const stream = new SessionStream({ exec: async () => answers.shift()! } as Partial<EmbeddedServer> as EmbeddedServer);
  let text = "";
  const whole = new Promise<void>((resolve) => {
    stream.on("data", (piece: Buffer) => {
      text += piece.toString();
      if (text.length === 300_001) resolve();
    });
  });
  stream.write(sync);
  stream.write(sync);
  await whole;
  expect(text.at(-1)).toBe("b");
});
