import type { ClickStore } from "../src/domain/click-store.ts";
import type { ErrorBody, Partner } from "referrals-embed/contract";
import { createApp } from "../src/app.ts";
import type { AppDeps } from "../src/app-deps.ts";
import { readConfig, type Config } from "../src/config.ts";
import { createContext, type Context } from "../src/domain/context.ts";
import { createIds } from "../src/domain/ids.ts";
import {
  createWorkspace,
  type CreatedWorkspace,
  type WorkspaceInput,
} from "../src/domain/workspaces/create-workspace.ts";
import type { Store } from "../src/store/open.ts";
import { openTestStore } from "./open-test-store.ts";

/** A clock that stands still until it is told to move. */
export interface TestClock {
  now(): number;
  set(at: string | number): void;
  advance(ms: number): void;
}

/** A day in milliseconds. */
export const dayMs = 86_400_000;

/** What a test request may carry besides method and path. */
export interface RequestOptions {
  body?: unknown;
  /** Credential; default the workspace's secret key, `null` for none. */
  key?: string | null;
  headers?: Record<string, string>;
}

/** An answer, read. */
export interface TestResponse<T> {
  status: number;
  headers: Headers;
  /** Parsed JSON, else the text. */
  body: T;
}

/** The service in a test: the real application over a real store, with one workspace in it. */
export interface TestService extends CreatedWorkspace {
  store: Store;
  clock: TestClock;
  deps: AppDeps;
  /** Errors the service logged; a test that expects none may say so. */
  logged: object[];
  /** Calls the service; `path` is below {base_url}. */
  request<T = any>(method: string, path: string, options?: RequestOptions): Promise<TestResponse<T>>;
  /** The application itself, for clients that want a `fetch`; {base_url} is `https://app.test/api`. */
  fetch: typeof fetch;
  /** A domain context on behalf of the workspace's API key. */
  ctx(workspaceId?: string): Context;
  /** Another workspace in the same service. */
  createWorkspace(input?: Partial<WorkspaceInput>): Promise<CreatedWorkspace>;
  /** `POST /partners` with an address of its own; fails the test unless it succeeds. */
  createPartner(input?: Record<string, unknown>): Promise<Partner>;
  /** Mints an embed token for a partner. */
  embedToken(partnerId: string, options?: Record<string, unknown>): Promise<string>;
  close(): Promise<void>;
}

/** Settings of the test service: fixed addresses, no limits on requests. */
export function testConfig(overrides: Partial<Config> = {}): Config {
  return {
    ...readConfig({ APP_URL: "https://app.test", LINK_DOMAINS: "https://ref.test", RATE_LIMITS: "off" }),
    ...overrides,
  };
}

/**
 * Opens a store on the engine under test and starts the service on it with a workspace on plan `advanced`, a program
 * (`https://acme.test`, usd), a default group with a 25 % sale reward, and keys. Close it in `afterAll`.
 * @param given a store to use instead
 */
export async function createTestService(overrides: Partial<Config> = {}, given?: Store): Promise<TestService> {
  const store = given ?? (await openTestStore());
  const clock = testClock();
  const logged: object[] = [];
  const deps: AppDeps = {
    store,
    clock,
    ids: createIds(clock),
    config: testConfig(overrides),
    log: { error: (fields) => void logged.push(fields) },
    checkAnswers: true,
  };
  const app = createApp(deps);
  let count = 0;
  const ctx = (workspaceId = ""): Context =>
    createContext({ ...deps, actor: { type: "system", id: null }, workspaceId, requestId: null });
  const addWorkspace = (input: Partial<WorkspaceInput> = {}): Promise<CreatedWorkspace> =>
    createWorkspace(ctx(), {
      name: "Acme",
      slug: `acme-${(count += 1)}`,
      program: { name: "Acme partners", url: "https://acme.test" },
      saleRateBp: 2500,
      ...input,
    });
  const workspace = await addWorkspace();

  const request = async <T>(method: string, path: string, options: RequestOptions = {}): Promise<TestResponse<T>> => {
    const { body, key = workspace.apiKey, headers = {} } = options;
    const response = await app.request(`/api${path}`, {
      method,
      headers: {
        ...(key !== null && { authorization: `Bearer ${key}` }),
        ...(body !== undefined && { "content-type": "application/json" }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const json = response.headers.get("content-type")?.startsWith("application/json") && text !== "";
    return { status: response.status, headers: response.headers, body: (json ? JSON.parse(text) : text) as T };
  };

  const must = async <T>(method: string, path: string, body: unknown): Promise<T> => {
    const answer = await request<T>(method, path, { body });
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${(answer.body as ErrorBody).error.message}`);
    return answer.body;
  };

  return {
    ...workspace,
    store,
    clock,
    deps,
    logged,
    request,
    fetch: async (input, init) => app.fetch(new Request(input, init)),
    ctx: (workspaceId = workspace.workspaceId) => ctx(workspaceId),
    createWorkspace: addWorkspace,
    createPartner: (input = {}) => must("POST", "/partners", { email: `partner-${(count += 1)}@mail.test`, ...input }),
    embedToken: async (partnerId, options = {}) => {
      const { publicToken } = await must<{ publicToken: string }>("POST", "/tokens/embed/referrals", {
        partnerId,
        ...options,
      });
      return publicToken;
    },
    close: () => store.close(),
  };
}

/** A clock at 2026-01-01T12:00:00Z. */
export function testClock(): TestClock {
  let at = Date.parse("2026-01-01T12:00:00.000Z");
  return {
    now: () => at,
    set: (to) => void (at = typeof to === "number" ? to : Date.parse(to)),
    advance: (ms) => void (at += ms),
  };
}

/** Clicks of a service without its redirect: none waits, none can be recorded. */
export const noClicks: ClickStore = {
  find: () => undefined,
  read: () => null,
  arrived: () => Promise.resolve(),
  isClicked: () => false,
  record: () => Promise.resolve(""),
  loaded: () => Promise.resolve(true),
  loadedFromBefore: () => Promise.resolve(true),
};
