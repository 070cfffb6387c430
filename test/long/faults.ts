import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { connect, createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { exported, openHome, Service, violations, type EngineName, type Home } from "./home.ts";
import { freePort } from "../free-port.ts";
import type { Result } from "./kills.ts";
import { Traffic } from "./traffic.ts";

const CLIENTS = 12;
const HOUR = 3_600_000;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** What is stored now beside what was promised, and what `verify` says. */
async function compared(home: Home, traffic: Traffic, when: string): Promise<string[]> {
  const found = [
    ...(await violations(home)),
    ...traffic.promises.compare(await exported(home)),
    ...traffic.problems.splice(0),
  ];
  return found.slice(0, 20).map((each) => `${when}: ${each}`);
}

/** Traffic of several clients until `over` says so. */
function underTraffic(traffic: Traffic, service: Service, over: () => boolean): Promise<unknown> {
  return Promise.all(Array.from({ length: CLIENTS }, () => traffic.client(service, over)));
}

function summary(traffic: Traffic): string {
  const counts = Object.entries(traffic.promises.counts).map(([kind, number]) => `${number} ${kind}`);
  return `${traffic.answered} answers, ${traffic.failed} honest failures: ${counts.join(", ")}`;
}

/** Hours by which the clock is off, one after the other. */
const jumps = [0, 1, 0, -2, 0, 25, 0, -49, 0, 24 * 40, 0, -24 * 400, 0];

/** The clock of the service jumps under traffic, to and fro; after every other jump the service is killed and starts with that clock. */
export async function clock(engine: EngineName): Promise<Result> {
  const home = await openHome(engine);
  const file = join(tmpdir(), `referrals-long-clock-${process.pid}`);
  const move = (hours: number): void => writeFileSync(file, String(hours * HOUR));
  const start = async (): Promise<Service> => {
    const flags = ["--import", fileURLToPath(new URL("./moved-clock.mjs", import.meta.url))];
    const service = new Service(home, { MOVED_CLOCK: file }, flags);
    await service.ready();
    return service;
  };
  try {
    move(0);
    const traffic = new Traffic();
    let service = await start();
    await traffic.prepare(service);
    const found: string[] = [];
    for (const [index, hours] of jumps.entries()) {
      const enough = traffic.answered + 200;
      const moved = traffic.answered + 60;
      await underTraffic(traffic, service, () => {
        if (traffic.answered >= moved) move(hours);
        return traffic.answered >= enough;
      });
      if (index % 2 === 1) {
        await service.end("SIGKILL");
        service = await start();
      }
      await service.ready();
      found.push(...(await compared(home, traffic, `clock at ${hours} h`)));
      process.stdout.write(".");
    }
    await service.end("SIGTERM");
    return {
      did: `${jumps.length} jumps of the clock by up to 400 days, ${summary(traffic)}`,
      found: [...new Set([...found, ...service.log])],
    };
  } finally {
    await home.remove();
  }
}

/** Between a service and its database: passes bytes on, cuts connections, refuses new ones, or lets nothing through. */
class Line {
  state: "open" | "refusing" | "silent" = "open";
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #passed: (() => void) | undefined;
  #left = 0;

  private constructor(target: { host: string; port: number }) {
    this.#server = createServer((near) => {
      if (this.state === "refusing") return void near.resetAndDestroy();
      const far = connect(target);
      for (const [from, to] of [
        [near, far],
        [far, near],
      ] as const) {
        this.#sockets.add(from);
        from.on("data", (bytes) => {
          if (this.state !== "silent") to.write(bytes);
          if ((this.#left -= 1) === 0) this.#passed?.();
        });
        from.on("error", () => {});
        from.on("close", () => {
          this.#sockets.delete(from);
          to.destroy();
        });
      }
    });
  }

  static async to(url: URL): Promise<{ line: Line; port: number }> {
    const line = new Line({ host: url.hostname, port: Number(url.port) });
    const port = await freePort();
    await new Promise<void>((resolve) => line.#server.listen(port, "127.0.0.1", resolve));
    return { line, port };
  }

  /** Cuts all connections after so many more packets, in the middle of whatever is under way then. */
  async cutAfter(packets: number): Promise<void> {
    this.#left = packets;
    await new Promise<void>((resolve) => (this.#passed = resolve));
    this.cut();
  }

  cut(): void {
    for (const socket of this.#sockets) socket.resetAndDestroy();
  }

  close(): void {
    this.#server.close();
    this.cut();
  }
}

const CUTS = 100;

/** PostgreSQL is cut off in the middle of transactions, is away for a while, and does not answer for a while. */
export async function cutOff(): Promise<Result> {
  const home = await openHome("postgres");
  const { line, port } = await Line.to(new URL(home.databaseUrl ?? ""));
  try {
    const throughLine = Object.assign(new URL(home.databaseUrl ?? ""), { port: String(port) }).href;
    const service = new Service(home, { DATABASE_URL: throughLine, LOG_LEVEL: "fatal" });
    await service.ready();
    const traffic = new Traffic();
    await traffic.prepare(service);
    traffic.mayFail = true;
    const died = once(service.child, "exit");
    let isOver = false;
    const clients = underTraffic(traffic, service, () => isOver);
    for (let i = 1; i <= CUTS && !service.isDead; i++) {
      await Promise.race([line.cutAfter(50 + ((i * 137) % 700)), died]);
      if (i % 25 === 0) {
        line.state = i % 50 === 0 ? "silent" : "refusing";
        await pause(4_000);
        line.cut();
        line.state = "open";
        process.stdout.write(".");
      }
    }
    await pause(2_000);
    isOver = true;
    await clients;
    if (service.isDead) return { did: summary(traffic), found: ["the service died", ...service.log.slice(-20)] };
    traffic.mayFail = false;
    await service.ready();
    const found = traffic.problems.splice(0);
    await traffic.repeatAll(service);
    await service.ready();
    found.push(...(await compared(home, traffic, "after the cuts")));
    await service.end("SIGTERM");
    return { did: `${CUTS} cuts of all connections, ${summary(traffic)}`, found: [...found, ...service.log] };
  } finally {
    line.close();
    await home.remove();
  }
}

const ROUNDS = 10;

/** Two replicas on one database, of which one is killed again and again and comes back; the other goes on. */
export async function replicas(): Promise<Result> {
  const home = await openHome("postgres");
  const second = await openHome("postgres");
  try {
    const settings = { DATABASE_URL: home.databaseUrl ?? "" };
    const other = new Service(second, settings);
    let killed = new Service(home);
    await Promise.all([other.ready(), killed.ready()]);
    const traffic = new Traffic();
    await traffic.prepare(killed);
    other.log.length = 0;
    traffic.tracking = other;
    const found: string[] = [];
    for (let round = 0; round < ROUNDS && found.length === 0; round++) {
      const enough = traffic.answered + 80 + ((round * 137) % 200);
      // The other one takes what follows from clicks that the dying one answers, and what was sent to it, before it is back.
      traffic.mayRepeat = false;
      const dying = underTraffic(traffic, killed, () => {
        if (traffic.answered >= enough) killed.child.kill("SIGKILL");
        return traffic.answered >= enough;
      });
      await Promise.all([dying, underTraffic(traffic, other, () => traffic.answered >= enough + 100)]);
      await killed.end("SIGKILL");
      await traffic.repeatAll(other);
      found.push(...(await violations(home)).map((each) => `while one was dead: ${each}`));
      killed = new Service(home);
      await Promise.all([killed.ready(), other.ready()]);
      found.push(...(await compared(home, traffic, `round ${round}`)));
      process.stdout.write(".");
    }
    for (const service of [other, killed]) {
      found.push(...service.log);
      await service.end("SIGTERM");
    }
    return { did: `${ROUNDS} SIGKILLs of one of two, ${summary(traffic)}`, found };
  } finally {
    await home.remove();
    await second.remove();
  }
}
