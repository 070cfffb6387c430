import { operations, type OperationInput, type OperationName, type OperationOutput } from "referrals-embed/contract";
import { createHash } from "node:crypto";
import type { Example } from "../../src/docs/example.ts";
import { base62, type Ids } from "../../src/domain/ids.ts";
import type { TestClock } from "../harness.ts";
import { openWorld, type World } from "../contract/world.ts";

/** Makes the calls of a story and writes down what each sent and got. */
export interface Narrator {
  world: World;
  /** The workspace the story is about. */
  workspace: { apiKey: string; publishableKey: string };
  /** Calls an operation as its reference shows it: its first call is the one that is written down. */
  tell<N extends OperationName>(
    name: N,
    input: OperationInput<N>,
    extra?: { key?: string; headers?: Record<string, string> },
  ): Promise<OperationOutput<N>>;
  /** What was written down. */
  told: Record<string, Example>;
  /** The same as text in which nothing is left to chance. */
  text(): string;
}

/** An address that is refused unless a name server knows it stands for this one, which none is asked about. */
const hook = { called: "https://203.0.114.9/hook", shown: "https://acme.example/hooks/referrals" };

/** Values made of what nobody can foretell: salts, signatures, the system's random numbers. */
const drawn = /"(clickId|click_id|nextCursor|secret)": "([^"]+)"/g;

const crockford = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** Identifiers that are the same each time, and look as those of the service do. */
function countedIds(clock: TestClock): Ids {
  const counts = new Map<string, number>();
  /** What is drawn for one use at one time does not depend on what is drawn for others meanwhile. */
  const draw = (use: string, length: number, alphabet: string): string => {
    const seed = `${use} ${clock.now()}`;
    counts.set(seed, (counts.get(seed) ?? 0) + 1);
    const bytes = createHash("sha512")
      .update(`${seed} ${counts.get(seed)}`)
      .digest();
    return Array.from({ length }, (_, index) => alphabet[bytes[index]! % alphabet.length]).join("");
  };
  const time = (at: number): string => (at < 32 ? "" : time(Math.floor(at / 32))) + crockford[at % 32]!;
  return {
    next: (prefix) => `${prefix}_${time(clock.now()).padStart(10, "0")}${draw(prefix, 16, crockford)}`,
    random: (length, alphabet = base62) => draw(`${length} of ${alphabet}`, length, alphabet),
  };
}

/** Opens the service for a story that reads the same whenever it is told. */
export async function openNarrator(): Promise<Narrator> {
  const world = await openWorld({
    appUrl: "https://app.example.com",
    apiUrl: "https://app.example.com/api",
    linkDomains: ["https://go.example.com"],
  });
  const { clock } = world;
  clock.set("2026-11-02T09:00:00.000Z");
  Object.assign(world.deps.ids, countedIds(clock));
  const workspace = await world.createWorkspace({
    slug: "story",
    program: { name: "Acme partners", url: "https://acme.example" },
  });
  const told: Record<string, Example> = {};
  const keys = { key: workspace.apiKey, publishable: workspace.publishableKey, embed: "", none: null };

  return {
    world,
    workspace,
    told,
    text() {
      const text = JSON.stringify(told, null, 2);
      const { random } = countedIds(clock);
      const values = new Map([...text.matchAll(drawn)].map(([, name, value]) => [value!, name!]));
      const standIn = (name: string): string =>
        ({ nextCursor: random(48), secret: `whsec_${random(43)}=` })[name] ?? random(16);
      return [...values].reduce((all, [value, name]) => all.replaceAll(value, standIn(name)), `${text}\n`);
    },
    async tell(name, input, { key, headers } = {}) {
      clock.advance(60_000);
      const row = operations[name];
      const { params = {}, query = {}, body } = input as { params?: object; query?: object; body?: unknown };
      const path = row.path.replace(/\{(\w+)\}/g, (_, part: string) => encodeURIComponent(params[part as never]));
      const search = new URLSearchParams(Object.entries(query).map(([field, value]) => [field, String(value)]));
      const credential = key ?? keys[row.auth];
      const response = await world.fetch(`https://app.example.com/api${path}?${search}`, {
        method: row.method,
        headers: {
          ...(credential !== null && { authorization: `Bearer ${credential}` }),
          ...(body !== undefined && { "content-type": "application/json" }),
          ...headers,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const isText = response.headers.get("content-type")?.startsWith("application/json");
      const answer = isText ? await response.json() : await response.body?.cancel();
      if (response.status !== row.ok) throw new Error(`${name} ${response.status}: ${JSON.stringify(answer)}`);
      told[name] ??= JSON.parse(
        JSON.stringify({ ...input, ...(isText && { answer }) }).replaceAll(hook.called, hook.shown),
      );
      // A click is stored behind its answer: whatever comes next finds it there, and its ids drawn.
      if (row.auth === "none" && row.method === "POST") await world.must("GET", "/tags", undefined, workspace.apiKey);
      return answer as never;
    },
  };
}

/** Where the webhooks of a story are. */
export const hookUrl = hook.called;
