import { readFileSync } from "node:fs";
import { connect } from "node:net";
import { operations } from "referrals-embed/contract";
import { API_KEY, browser, LINK_HOST, openHome, Service, violations, type EngineName } from "./home.ts";
import type { Result } from "./kills.ts";
import { Traffic } from "./traffic.ts";

const CONNECTIONS = 24;
/** Longer than this is no answer. */
const PATIENCE_MS = 60_000;
const MOST_MEGABYTES = 1_500;

interface Example {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: unknown;
}
type Examples = Record<string, Example>;

interface Described {
  operationId: string;
  parameters?: { name: string; in: string; example?: unknown }[];
  requestBody?: { content: Record<string, { example?: unknown }> };
}

/** What the API description shows each operation called with. */
async function examplesOf(service: Service): Promise<Examples> {
  const { paths } = await service.api<{ paths: Record<string, Record<string, Described>> }>("GET", "/openapi.json");
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  const entries = operations.map(({ operationId, parameters = [], requestBody }): [string, Example] => {
    const shown = (place: string): [string, unknown][] =>
      parameters
        .filter((parameter) => parameter.in === place && parameter.example !== undefined)
        .map(({ name, example }) => [name, example]);
    const params = shown("path").map(([name, value]): [string, string] => [name, String(value)]);
    const query = Object.fromEntries(shown("query"));
    return [
      operationId,
      { params: Object.fromEntries(params), query, body: requestBody?.content["application/json"]?.example },
    ];
  });
  return Object.fromEntries(entries);
}

/** Random numbers that come again with the same seed. */
class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  /** 0 ≤ n < 1 */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  }

  below(n: number): number {
    return Math.floor(this.next() * n);
  }

  isOneIn(n: number): boolean {
    return this.below(n) === 0;
  }

  of<T>(values: readonly T[]): T {
    return values[this.below(values.length)] as T;
  }
}

/** Values that break programs. */
const nasty: readonly unknown[] = [
  ...String.raw`  |%|%00|%zz|../../etc/passwd|__proto__|constructor|toString|null|undefined|NaN|true|-1|0x10|1e309|1,2,,3|-|'"\;--`.split(
    "|",
  ),
  ...String.raw`{{7*7}}|<script>|javascript:alert(1)|http://|https://[::1]:99999/|//evil.test|http://a\b|data:,x|Infinity`.split(
    "|",
  ),
  ..."9999-12-31T23:59:59Z|0000-01-01|275760-09-14|-000001-01-01T00:00:00Z|2026-02-30|İıſK|👩‍👩‍👧".split("|"),
  "",
  "\u0000",
  "a\u0000b",
  "\ud800",
  "\udfff\ud800",
  "\u202e\u0645",
  "\r\nX: y",
  0,
  -0,
  -1,
  1.5,
  2 ** 31,
  2 ** 53,
  -(2 ** 53),
  1e308,
  5e-324,
  true,
  false,
  null,
];
const large: readonly (() => unknown)[] = [
  () => "a".repeat(300),
  () => "é".repeat(3_000),
  () => "😀".repeat(9_000),
  () => "a,".repeat(5_000),
  () => Array.from({ length: 2_000 }, (_, i) => i),
  () => Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`k${i}`, i])),
  () => JSON.parse(`${"[".repeat(900)}${"]".repeat(900)}`),
  () => JSON.parse('{"__proto__":{"x":1},"constructor":{"prototype":1}}'),
  () => [],
  () => ({}),
];

interface Credentials {
  secret: string;
  publishable: string;
  embed: string;
}

/** Keys of links that no call to the API names: they lead somewhere to the end. */
const VISITED = "f";
const LINKS = 10;
const places = [
  "K0",
  "k1",
  "k2/",
  "r/k3",
  "",
  "%6b4",
  "missing",
  "favicon.ico",
  "health",
  "ready",
  "embed/x.js",
  "api",
];
const hosts = [...Array.from({ length: 9 }, () => LINK_HOST), "REF.TEST:80", "app.test", "x.test"];

/** Settings that lead through other code; the seed chooses. */
const ways = {
  CLICK_COUNTING: ["all", "unique"],
  CLICK_DURABILITY: ["commit", "async"],
  BOT_FILTER: ["default", "strict", "off"],
  REDIRECT_COOKIES: ["on", "off"],
  COMMISSION_TOTALS: ["paid", "earned"],
};

/** Requests that no client would send, and those that some would. */
class Inputs {
  readonly #random: Random;
  /** Ids of what there is, by prefix. */
  readonly #ids = new Map<string, string[]>();
  readonly #credentials: Credentials;
  readonly #examples: Examples;

  constructor(
    random: Random,
    { ids, credentials, examples }: { ids: readonly string[]; credentials: Credentials; examples: Examples },
  ) {
    this.#random = random;
    this.#examples = examples;
    for (const id of ids) {
      const prefix = id.split("_", 1)[0] ?? "";
      this.#ids.set(prefix, [...(this.#ids.get(prefix) ?? []), id]);
    }
    this.#credentials = credentials;
  }

  /** Bytes of one request. `isRaw` ones need not be HTTP: the connection ends with them. */
  next(): { bytes: Buffer; isRaw: boolean } {
    const kind = this.#random.below(20);
    const text =
      kind < 10 ? this.#visit() : kind < 19 ? this.#call() : this.#random.isOneIn(2) ? this.#visit() : this.#call();
    return kind < 19
      ? { bytes: Buffer.from(text), isRaw: false }
      : { bytes: this.#damaged(Buffer.from(text)), isRaw: true };
  }

  #nasty(): unknown {
    return this.#random.isOneIn(12) ? this.#random.of(large)() : this.#random.of(nasty);
  }

  /** A header value: no line ends, Latin-1. */
  #word(most: number): string {
    return Buffer.from(asText(this.#nasty()))
      .toString("latin1")
      .replace(/[\r\n\0]/g, "?")
      .slice(0, most);
  }

  #visit(): string {
    const random = this.#random;
    const key = random.isOneIn(2) ? `${VISITED}${random.below(LINKS)}` : random.of(places);
    const place = random.isOneIn(6) ? encodeURIComponent(this.#word(4_000)) : key;
    const name = random.of([
      "pw",
      "qr",
      "ref_id",
      "via",
      "ref-no-track",
      "utm_source",
      encodeURIComponent(this.#word(100)),
    ]);
    const query = random.isOneIn(2)
      ? ""
      : `?${name}=${encodeURIComponent(this.#word(3_000))}&${this.#word(50).replaceAll(" ", "+")}`;
    const headers = [`Host: ${random.isOneIn(15) ? this.#word(300) : random.of(hosts)}`];
    if (!random.isOneIn(10)) headers.push(`User-Agent: ${random.isOneIn(2) ? browser : this.#word(8_000)}`);
    if (random.isOneIn(2))
      headers.push(
        `X-Forwarded-For: ${random.isOneIn(2) ? `10.0.${random.below(256)}.${random.below(256)}` : this.#word(3_000)}`,
      );
    if (random.isOneIn(3)) headers.push(`Referer: https://${this.#word(3_000)}/x?y#z`);
    if (random.isOneIn(3)) headers.push(`Cookie: ref_c_link=${this.#word(200)}; ${this.#word(5_000)}`);
    if (random.isOneIn(6))
      headers.push(
        `${random.of(["Sec-Purpose", "Accept-Language", "Range", "If-None-Match", "X-Request-Id", "Expect", "Upgrade-Insecure-Requests"])}: ${this.#word(300)}`,
      );
    const method = random.isOneIn(12) ? random.of(["HEAD", "OPTIONS", "PUT", "DELETE", "TRACE", "PROPFIND"]) : "GET";
    return `${method} /${place}${query.replace(/[^\x21-\xff]/g, "+")} HTTP/1.1\r\n${headers.join("\r\n")}\r\n\r\n`;
  }

  #call(): string {
    const random = this.#random;
    const calls = Object.entries(operations).filter(([name]) => !name.endsWith("stream"));
    const [operation, { method, path, auth }] = random.of(calls);
    const example = this.#examples[operation] ?? {};
    const params = example.params ?? {};
    // Most calls are nearly right, or nothing but the first check would be tried.
    const rarity = random.of([3, 8, 25, 80]);
    const text = (value: unknown): string => encodeURIComponent(asText(this.#changed(value, rarity)));
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => text(params[name] ?? "x"));
    const query = Object.entries(example.query ?? {}).map(([name, value]) => `${name}=${text(value)}`);
    const names = ["page", "pageSize", "sortBy", "search", "interval", "start", "startingAfter", this.#word(20)];
    while (random.isOneIn(6)) query.push(`${encodeURIComponent(random.of(names))}=${text(this.#nasty())}`);
    const hasBody = !["GET", "DELETE"].includes(method) || random.isOneIn(20);
    const body = hasBody ? this.#bodyOf(operation, example.body, rarity) : undefined;
    const credential = random.isOneIn(20) ? this.#word(200) : this.#credentialFor(auth);
    const headers = ["Host: app.test", `Authorization: ${random.isOneIn(40) ? "Basic" : "Bearer"} ${credential}`];
    if (body !== undefined)
      headers.push(
        `Content-Type: ${random.isOneIn(20) ? this.#word(100) : "application/json"}`,
        `Content-Length: ${Buffer.byteLength(body)}`,
      );
    if (random.isOneIn(10)) headers.push(`Idempotency-Key: ${this.#word(300)}`);
    if (random.isOneIn(10)) headers.push(`Origin: ${this.#word(300)}`);
    return `${method} /api${filled}${query.length === 0 ? "" : `?${query.join("&")}`} HTTP/1.1\r\n${headers.join("\r\n")}\r\n\r\n${body ?? ""}`;
  }

  #credentialFor(auth: string): string {
    const { secret, publishable, embed } = this.#credentials;
    if (this.#random.isOneIn(15)) return this.#random.of([secret, publishable, embed]);
    return auth === "embed" ? embed : auth === "publishable" ? publishable : secret;
  }

  #bodyOf(operation: string, example: unknown, rarity: number): string {
    const text = JSON.stringify(this.#changed(example ?? {}, rarity)) ?? "";
    if (this.#random.isOneIn(30)) return text.slice(0, this.#random.below(text.length + 1));
    // What is told to a webhook leaves this machine.
    return operation.startsWith("webhooks") ? text.replace(/https?:\/\/[^"]*/g, "https://127.0.0.1:9/") : text;
  }

  /** The same, with about one part in `rarity` changed. Ids become those of things that exist, mostly. */
  #changed(value: unknown, rarity: number): unknown {
    const random = this.#random;
    if (random.isOneIn(rarity)) return this.#nasty();
    if (typeof value === "string") {
      const known = this.#ids.get(/^([a-z]+)_/.exec(value)?.[1] ?? "");
      return known && !random.isOneIn(4) ? random.of(known) : random.isOneIn(6) ? `${value}${random.below(50)}` : value;
    }
    if (typeof value === "number" && random.isOneIn(4)) return random.below(1_000_000);
    if (Array.isArray(value)) return value.map((each) => this.#changed(each, rarity));
    if (typeof value !== "object" || value === null) return value;
    const kept = Object.entries(value).filter(() => !random.isOneIn(rarity * 2));
    const changed = kept.map(([name, each]): [string, unknown] => [name, this.#changed(each, rarity)]);
    if (random.isOneIn(rarity)) changed.push([asText(this.#nasty()).slice(0, 300), this.#nasty()]);
    return Object.fromEntries(changed);
  }

  /** Bits flipped, bytes cut out or repeated, of a request that ends its connection. */
  #damaged(bytes: Buffer): Buffer {
    const random = this.#random;
    let damaged = Buffer.from(bytes);
    for (let i = 0; i <= random.below(6) && damaged.length > 0; i++) {
      const at = random.below(damaged.length);
      const kind = random.below(4);
      if (kind === 0) damaged[at] = random.below(256);
      if (kind === 1) damaged = Buffer.concat([damaged.subarray(0, at), damaged.subarray(at + random.below(40))]);
      if (kind === 2)
        damaged = Buffer.concat([damaged.subarray(0, at), damaged.subarray(at, at + 40), damaged.subarray(at)]);
      if (kind === 3)
        damaged = Buffer.concat([damaged.subarray(0, at), Buffer.from(this.#word(60)), damaged.subarray(at)]);
    }
    return damaged;
  }
}

function asText(value: unknown): string {
  const text = typeof value === "object" ? JSON.stringify(value) : String(value);
  // Lone surrogates cannot be percent-encoded.
  return Buffer.from((text ?? "").slice(0, 5_000)).toString();
}

/** Sends requests, and tells how each was answered. */
class Sender {
  readonly statuses = new Map<number, number>();
  /** What answered 5xx or not at all. */
  readonly found: string[] = [];
  slowestMs = 0;
  sent = 0;

  /** One connection after the other until there is no more to send. */
  async run(service: Service, take: () => { bytes: Buffer; isRaw: boolean } | undefined): Promise<void> {
    const turn = { next: take() };
    while (turn.next && !service.isDead && this.found.length < 50) {
      await new Promise<void>((resolve) => {
        const socket = connect({ port: service.port, host: "127.0.0.1", noDelay: true });
        let answer = "";
        let sentAt = 0;
        const send = (): void => {
          if (!turn.next) return void socket.destroy();
          this.sent += 1;
          sentAt = performance.now();
          answer = "";
          socket.setTimeout(PATIENCE_MS);
          if (turn.next.isRaw) socket.end(turn.next.bytes);
          else socket.write(turn.next.bytes);
        };
        const answered = (): void => {
          if (!turn.next) return;
          this.slowestMs = Math.max(this.slowestMs, performance.now() - sentAt);
          const status = Number(answer.slice(9, 12));
          this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
          if (status >= 500 && !answer.includes("HTTP/1.1 505")) this.#tell(turn.next.bytes, answer.slice(0, 600));
          turn.next = take();
          sentAt = 0;
        };
        socket.on("connect", send);
        socket.on("timeout", () => {
          if (turn.next) this.#tell(turn.next.bytes, `no answer within ${PATIENCE_MS} ms: ${answer.slice(0, 300)}`);
          turn.next = take();
          socket.destroy();
        });
        socket.on("data", (chunk: Buffer) => {
          answer += chunk.toString("latin1");
          if (turn.next?.isRaw || !isWhole(answer, turn.next?.bytes)) return;
          answered();
          if (/^connection: close/im.test(answer.slice(0, 2_000))) socket.destroy();
          else send();
        });
        socket.on("error", () => {});
        socket.on("close", () => {
          // A connection that the service closes after bytes that are no request needs no answer.
          if (turn.next && sentAt > 0 && (turn.next.isRaw || answer !== "")) answered();
          else if (turn.next && sentAt > 0) {
            this.#tell(turn.next.bytes, "");
            turn.next = take();
          }
          resolve();
        });
      });
    }
  }

  #tell(bytes: Buffer, answer: string): void {
    this.found.push(
      `${JSON.stringify(bytes.toString("latin1").slice(0, 1_500))} was answered ${JSON.stringify(answer)}`,
    );
  }
}

/** Whether an answer has arrived with its body. */
function isWhole(answer: string, request: Buffer | undefined): boolean {
  const end = answer.indexOf("\r\n\r\n");
  if (end === -1) return false;
  const head = answer.slice(0, end);
  const status = Number(answer.slice(9, 12));
  if (request?.subarray(0, 5).toString() === "HEAD " || status === 204 || status === 304) return true;
  if (/^transfer-encoding: chunked/im.test(head)) return answer.endsWith("0\r\n\r\n");
  return answer.length - end - 4 >= Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0);
}

/** Inputs of every shape to short links, to each operation and to the socket. */
export async function fuzz(engine: EngineName, { inputs, seed }: { inputs: number; seed: number }): Promise<Result> {
  const random = new Random(seed);
  const settings = Object.fromEntries(Object.entries(ways).map(([name, values]) => [name, random.of(values)]));
  const home = await openHome(engine, { DNS_SERVERS: "127.0.0.1:9", ...settings });
  try {
    const service = new Service(home);
    await service.ready();
    const traffic = new Traffic();
    await traffic.prepare(service);
    await traffic.client(service, () => traffic.answered > 150);
    const [ids, credentials, examples] = [
      await idsOf(service),
      await credentialsOf(service),
      await examplesOf(service),
    ];
    const source = new Inputs(random, { ids, credentials, examples });
    for (let i = 0; i < LINKS; i++)
      await service.api("POST", "/links", { url: "https://app.test/", key: `${VISITED}${i}`, trackConversion: true });
    const sender = new Sender();
    let left = inputs;
    const take = (): ReturnType<Inputs["next"]> | undefined => {
      if (left % 5_000 === 0) process.stdout.write(".");
      return left-- > 0 ? source.next() : undefined;
    };
    const before = megabytesOf(service);
    await Promise.all(Array.from({ length: CONNECTIONS }, () => sender.run(service, take)));
    const statuses = [...sender.statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${count} × ${status}`);
    const under = Object.entries(settings).map((entry) => entry.join("="));
    const did = `${sender.sent} inputs with seed ${seed} under ${under.join(" ")}: ${statuses.join(", ")}; slowest ${Math.round(sender.slowestMs)} ms`;
    if (service.isDead) return { did, found: ["the service died", ...sender.found, ...service.log.slice(-20)] };
    const after = megabytesOf(service);
    const found = [...sender.found, ...service.log.slice(-20)];
    if (after > MOST_MEGABYTES) found.push(`memory is ${after} MB`);
    await service.ready();
    found.push(...(await violations(home)));
    await service.end("SIGTERM");
    return { did: `${did}; memory ${before} → ${after} MB`, found };
  } finally {
    await home.remove();
  }
}

function megabytesOf({ child }: Service): number {
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"))?.[1]) / 1024);
}

/** Ids of what there is. */
async function idsOf(service: Service): Promise<string[]> {
  const lists = ["partners", "links", "customers", "commissions", "groups", "rewards"];
  const rows = await Promise.all(lists.map((name) => service.api<{ id: string }[]>("GET", `/${name}?pageSize=50`)));
  const made = await Promise.all([
    ...["a", "b", "c"].map((name) => service.api<{ id: string }>("POST", "/tags", { name })),
    ...["a", "b", "c"].map((name) => service.api<{ id: string }>("POST", "/folders", { name })),
  ]);
  return [...rows.flat(), ...made].map(({ id }) => id);
}

async function credentialsOf(service: Service): Promise<Credentials> {
  const [partner] = await service.api<{ id: string }[]>("GET", "/partners?pageSize=1");
  const { publicToken } = await service.api<{ publicToken: string }>("POST", "/tokens/embed/referrals", {
    partnerId: partner?.id,
  });
  const { key } = await service.api<{ key: string }>("POST", "/api-keys", { name: "Page", kind: "publishable" });
  return { secret: API_KEY, publishable: key, embed: publicToken };
}
