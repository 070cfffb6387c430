import { readConfig, type Config } from "../config.ts";
import { createContext, type Context } from "../domain/context.ts";
import { createIds } from "../domain/ids.ts";
import { startRedirect } from "../redirect/start-redirect.ts";
import { openStore, type Store } from "../store/open.ts";
import { UsageError, type Command, type CommandOption, type Given } from "./command.ts";

/** What an operator's command works on. */
export interface Operator {
  store: Store;
  config: Config;
  /** On behalf of the operator, in no workspace. */
  ctx: Context;
  /** The same in a workspace: the one named, here or by `--workspace`, else the only one. */
  inWorkspace(named?: string | true): Promise<Context>;
}

/** The option of every command that acts in a workspace. */
export const workspaceOption: Readonly<Record<string, CommandOption>> = {
  workspace: { value: "slug or id", does: "which workspace, when there are several" },
};

/** Does a command's work on an open store. @returns what is to be printed */
export type Work = (operator: Operator, given: Given) => Promise<string>;

/** Makes a command that opens the store, does its work, prints what it answers, and closes the store. */
export function operatorCommand(command: Omit<Command, "run">, work: Work): Command & { work: Work } {
  return { ...command, work, run: async (given) => console.log(await operate(given, work)) };
}

async function operate(given: Given, work: (operator: Operator, given: Given) => Promise<string>): Promise<string> {
  const config = readConfig(process.env);
  const store = await openStore(config.databaseUrl ? { databaseUrl: config.databaseUrl } : { dataDir: config.dataDir });
  try {
    return await onStore(store, config, given, work);
  } finally {
    await store.close();
  }
}

/** Runs an operator's work on an open store. An embedded one first takes in the clicks that a stopped service left in its journal. */
export async function onStore(store: Store, config: Config, given: Given, work: Work): Promise<string> {
  const clock = { now: () => Date.now() };
  const ids = createIds(clock);
  const onError = (): void => {};
  const redirect =
    store.engine === "embedded" ? await startRedirect({ store, clock, ids, config, onError }) : undefined;
  const actor = { type: "user" as const, id: "operator" };
  const ctx = createContext({ store, clock, ids, config, actor, workspaceId: "", requestId: null });
  const inWorkspace = async (named = given.options["workspace"]): Promise<Context> => ({
    ...ctx,
    workspaceId: await findWorkspace(ctx, named),
  });
  try {
    await redirect?.clicks.loaded();
    return await work({ store, config, ctx, inWorkspace }, given);
  } finally {
    await redirect?.close();
  }
}

async function findWorkspace(ctx: Context, named: string | true | undefined): Promise<string> {
  const all = await ctx.db.selectFrom("workspaces").select(["id", "slug"]).orderBy("slug").execute();
  const found = named === undefined ? all : all.filter(({ id, slug }) => id === named || slug === named);
  if (found.length === 1) return found[0]!.id;
  if (all.length === 0)
    throw new UsageError("There is no workspace yet. Start the service with API_KEY, or apply a program file.");
  const slugs = all.map(({ slug }) => slug).join(", ");
  const wrong = named === undefined ? "There are several workspaces" : `There is no workspace ${String(named)}`;
  throw new UsageError(`${wrong}. Name one with --workspace: ${slugs}.`);
}

/** An option that takes a value. */
export function valueOf({ options }: Given, name: string): string | undefined {
  const value = options[name];
  return typeof value === "string" ? value : undefined;
}

/** An option that is an integer of at least 0. @throws UsageError */
export function integerOf(given: Given, name: string): number | undefined {
  const value = valueOf(given, name);
  if (value === undefined) return undefined;
  if (/^\d+$/.test(value) && Number.isSafeInteger(Number(value))) return Number(value);
  throw new UsageError(`--${name} must be a whole number, not ${value}.`);
}

/** An option that is a date. @throws UsageError */
export function dateOf(given: Given, name: string): Date | undefined {
  const value = valueOf(given, name);
  if (value === undefined) return undefined;
  const at = new Date(value);
  if (/^\d{4}-\d{2}-\d{2}/.test(value) && !Number.isNaN(at.getTime())) return at;
  throw new UsageError(`--${name} must be a date such as 2026-01-31 or 2026-01-31T12:00:00Z, not ${value}.`);
}
