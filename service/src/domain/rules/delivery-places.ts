/** How long a receiver may take before it counts as slow, in ms. */
export const slowAfterMs = 1_000;

/**
 * Most deliveries at once, in one process. A slow webhook, whose receiver took long last, has places of its own. A delivery of a quick one
 * that takes long is late and gives its place back, so `all` is more than both.
 */
const places = {
  quick: { together: 20, ofWorkspace: 10, ofWebhook: 5 },
  slow: { together: 20, ofWorkspace: 5, ofWebhook: 2 },
  all: { together: 200, ofWorkspace: 20 },
} as const;

interface Hook {
  webhookId: string;
  workspaceId: string;
  slow: boolean;
}

/** A webhook with due deliveries, and since when the oldest is due. */
type Waiting = Hook & { since: Date };

/** A delivery under way, and for how long. */
type UnderWay = Hook & { forMs: number };

/** Deliveries under way. */
interface Count {
  quick: number;
  slow: number;
  late: number;
}

/**
 * Shares the free places out, one after another: to the workspace with the fewest deliveries under way, there to the webhook with the
 * fewest, then to the one that waits longest. So a receiver that is slow or never answers, and a workspace with many webhooks, stop nobody
 * else's deliveries.
 * @returns how many deliveries each webhook may begin, if it has so many
 */
export function sharePlaces(waiting: readonly Waiting[], underWay: readonly UnderWay[]): Map<string, number> {
  const together = none();
  const workspaces = new Map<string, Count>();
  const webhooks = new Map<string, Count>();
  for (const { webhookId, workspaceId, slow, forMs } of underWay) {
    const kind = slow ? "slow" : forMs < slowAfterMs ? "quick" : "late";
    for (const count of [together, countOf(workspaces, workspaceId), countOf(webhooks, webhookId)]) count[kind] += 1;
  }

  const hooks = waiting.map(({ webhookId, workspaceId, slow, since }) => {
    const webhook = countOf(webhooks, webhookId);
    const kind: "quick" | "slow" = slow || webhook.slow + webhook.late > 0 ? "slow" : "quick";
    return { webhookId, since: since.getTime(), kind, webhook, workspace: countOf(workspaces, workspaceId) };
  });
  type Candidate = (typeof hooks)[number];
  const ofItsKind = ({ kind, workspace }: Candidate): number =>
    kind === "quick" ? workspace.quick : workspace.slow + workspace.late;
  const hasPlace = (hook: Candidate): boolean =>
    together[hook.kind] < places[hook.kind].together &&
    ofItsKind(hook) < places[hook.kind].ofWorkspace &&
    sumOf(hook.webhook) < places[hook.kind].ofWebhook &&
    sumOf(together) < places.all.together &&
    sumOf(hook.workspace) < places.all.ofWorkspace;
  const isBefore = (a: Candidate, b: Candidate): boolean =>
    (ofItsKind(a) - ofItsKind(b) || sumOf(a.webhook) - sumOf(b.webhook) || a.since - b.since) < 0;

  const shares = new Map<string, number>();
  for (;;) {
    let next: Candidate | undefined;
    for (const hook of hooks) if (hasPlace(hook) && (!next || isBefore(hook, next))) next = hook;
    if (!next) return shares;
    shares.set(next.webhookId, (shares.get(next.webhookId) ?? 0) + 1);
    for (const count of [together, next.workspace, next.webhook]) count[next.kind] += 1;
  }
}

const none = (): Count => ({ quick: 0, slow: 0, late: 0 });

function countOf(counts: Map<string, Count>, id: string): Count {
  const count = counts.get(id) ?? none();
  counts.set(id, count);
  return count;
}

function sumOf({ quick, slow, late }: Count): number {
  return quick + slow + late;
}
