import type { Bootstrap, Earning } from "../../src/contract/records.ts";
import type { StreamEvent } from "../../src/contract/embed-data.ts";
import type { EmbedList } from "../../src/contract/scalars.ts";
import { createDemoFetch } from "../../src/demo/index.ts";
import { plainScene } from "./plain-scene.ts";

/** A demo in which sales come in. */
export interface LiveDemo {
  fetch: typeof fetch;
  /** A customer buys for 98.00: two clicks, a sale, a commission. */
  sell(): Promise<void>;
}

/** The embed data API in memory with a stream that speaks when a sale is made. Amounts in minor units. */
export function createLiveDemo(): LiveDemo {
  const demo = createDemoFetch({ override: { ...plainScene, hidden: [] } });
  const sold: Earning[] = [];
  let lines: ReadableStreamDefaultController<Uint8Array>[] = [];
  const streams = new EventTarget();
  const say = ({ event, data }: StreamEvent): void => {
    const text = `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
    for (const line of lines) line.enqueue(new TextEncoder().encode(text));
  };
  const withSales = (body: Bootstrap | EmbedList<Earning>): object => {
    if ("data" in body) return { ...body, data: [...sold, ...body.data], total: body.total + sold.length };
    const { stats, earnings } = body;
    const earned = sold.reduce((sum, row) => sum + (row.earnings ?? 0), 0);
    return {
      ...body,
      stats: stats && { ...stats, clicks: stats.clicks + 2 * sold.length, sales: stats.sales + sold.length },
      earnings: earnings && {
        ...earnings,
        earned: earnings.earned + earned,
        ready: earnings.ready + earned,
        nextPayout: earnings.nextPayout && { ...earnings.nextPayout, amount: earnings.nextPayout.amount + earned },
      },
      recentEarnings: body.recentEarnings && [...sold, ...body.recentEarnings].slice(0, 5),
    };
  };
  const read = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const path = new URL(String(input)).pathname.replace(/.*\/embed\/referrals/, "");
    const response = await demo(input, init);
    if (path === "/stream") return new Response(listen(init?.signal));
    if (!response.ok || (path !== "" && path !== "/earnings")) return response;
    return Response.json(withSales((await response.json()) as Bootstrap));
  };
  const listen = (signal: AbortSignal | null | undefined): ReadableStream<Uint8Array> =>
    new ReadableStream({
      start(line) {
        lines.push(line);
        streams.dispatchEvent(new Event("open"));
        signal?.addEventListener("abort", () => {
          lines = lines.filter((other) => other !== line);
          line.error(signal.reason);
        });
      },
    });
  return {
    fetch: read,
    async sell() {
      // What is said while no stream is open is heard by nobody.
      while (lines.length === 0)
        await new Promise((resolve) => streams.addEventListener("open", resolve, { once: true }));
      const ask = { headers: { Authorization: "Bearer story" } };
      const latest = await demo("https://demo.invalid/api/embed/referrals", ask);
      const { recentEarnings, generatedAt } = (await latest.json()) as Bootstrap;
      const createdAt = new Date(Date.parse(generatedAt) + 60_000 * (sold.length + 1)).toISOString();
      const sale = { ...recentEarnings![0]!, id: `cm_live_${sold.length}`, amount: 9800, earnings: 2450, createdAt };
      sold.unshift(sale);
      const now = await read("https://demo.invalid/api/embed/referrals", ask);
      const { stats, earnings } = (await now.json()) as Bootstrap;
      say({ event: "stats", data: { stats: stats!, earnings } });
      say({ event: "commission", data: sale });
    },
  };
}
