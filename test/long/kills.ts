import { once } from "node:events";
import { openHome, exported, Service, violations, type EngineName } from "./home.ts";
import { Traffic } from "./traffic.ts";

/** What a part did and found. */
export interface Result {
  did: string;
  /** Defects; none is well. */
  found: string[];
}

const CLIENTS = 16;

/** Lives that end by SIGKILL: under mixed traffic, while starting, while storing what an earlier life left, while it is being verified. */
export async function kills(engine: EngineName, count: number): Promise<Result> {
  const home = await openHome(engine);
  const traffic = new Traffic();
  const found: string[] = [];
  try {
    const first = new Service(home);
    await first.ready();
    await traffic.prepare(first);
    await first.end("SIGTERM");
    for (let life = 0; life <= count && found.length === 0; life++) {
      const service = new Service(home);
      await service.ready();
      const told = [
        ...(await violations(home)),
        ...traffic.promises.compare(await exported(home)),
        ...traffic.problems,
      ];
      found.push(...told.slice(0, 20).map((each) => `life ${life}: ${each}`));
      if (found.length > 0) found.push(...service.log.slice(-5));
      if (life === count || found.length > 0) await service.end("SIGTERM");
      else await killUnderTraffic(service, traffic, life);
      // It counts as a life of its own.
      if (life % 6 === 5 && life + 1 < count) await killWhileStarting(home, (life += 1));
      process.stdout.write(".");
    }
  } finally {
    await home.remove();
  }
  const counts = Object.entries(traffic.promises.counts).map(([kind, number]) => `${number} ${kind}`);
  return { did: `${count} SIGKILLs, ${traffic.answered} answers: ${counts.join(", ")}`, found };
}

/** Kills after a number of answers, or a time, that differs from life to life, in the middle of whatever is under way then. */
async function killUnderTraffic(service: Service, traffic: Traffic, life: number): Promise<void> {
  const enough = traffic.answered + 60 + ((life * 137) % 400);
  const until = performance.now() + 1_000 + ((life * 1_370) % 5_000);
  const over = (): boolean => {
    const isOver = traffic.answered >= enough || performance.now() > until;
    if (isOver && !service.isDead) service.child.kill("SIGKILL");
    return isOver;
  };
  await Promise.all(Array.from({ length: CLIENTS }, () => traffic.client(service, over)));
  if (!service.isDead) await once(service.child, "exit");
  await service.end("SIGKILL");
}

/** Earlier and later in the start, with requests that wait for its end. */
async function killWhileStarting(home: Awaited<ReturnType<typeof openHome>>, life: number): Promise<void> {
  const service = new Service(home);
  const asked = [service.send({ method: "GET", path: "/k0" }).catch(() => {}), once(service.child, "exit")];
  await new Promise((resolve) => setTimeout(resolve, 300 + ((life * 211) % 2_000)));
  await service.end("SIGKILL");
  await Promise.all(asked);
}
