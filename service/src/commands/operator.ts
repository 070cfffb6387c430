import type { AppDeps } from "../app-deps.ts";
import { readConfig, type Config } from "../config.ts";
import { createContext, type Context } from "../domain/context.ts";
import { createIds } from "../domain/ids.ts";
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { startRedirect } from "../clicks/redirect/start-redirect.ts";
import { openStore, type Store } from "../store/open.ts";
import { listWorkspaces } from "../store/queries/programs/workspaces.ts";
import { askService } from "./ask-service.ts";
import { UsageError, type Command, type CommandOption, type Done, type Given } from "./command.ts";
import { present } from "../present.ts";

/** The input of an operator's command. */
export interface Operator {
  store: Store;
  config: Config;
  /** Whether a service uses the store at the same time. */
  isServing: boolean;
  /** Acts for the operator, in no workspace. */
  ctx: Context;
  /** The same in a workspace: the one named, here or by `--workspace`, else the only one. */
  inWorkspace(named?: string | true): Promise<Context>;
  /**
   * Prints progress at the operator's terminal; resolves when the text was accepted, so that nothing piles up. An empty text checks whether
   * the terminal is still connected.
   * @throws CallerGone
   */
  tell: Tell;
}

/** Prints a text at once. */
export type Tell = (text: string, to: "stdout" | "stderr") => Promise<void>;

/** Prints in this process. */
export const tellHere: Tell = (text, to) => new Promise((done) => void process[to].write(text, () => done()));

/** The option of every command that acts in a workspace. */
export const workspaceOption: Readonly<Record<string, CommandOption>> = {
  workspace: { value: "slug or id", does: "which workspace, when there are several" },
};

/** Does a command's work on an open store. @returns what is to be printed */
export type Work = (operator: Operator, given: Given) => Promise<string | Done>;

/** A command that works on an open store, its own or that of the running service. */
export interface OperatorCommand extends Command {
  work: Work;
  /** Asks at the operator's terminal for missing values. */
  ask?: (given: Given, config: Config) => Promise<Given>;
  /** Whether it reads or writes for long: a service runs one of these at a time, as a report. */
  isLong?: true;
  /** Whether it may create a store; for other commands a missing store means a wrong `DATA_DIR`. */
  makesStore?: true;
}

/** Runs in the service that holds the embedded store, else opens the store itself. */
export function operatorCommand(command: Omit<OperatorCommand, "run" | "work">, work: Work): OperatorCommand {
  return {
    ...command,
    work,
    async run(typed) {
      const config = readConfig(process.env);
      if (!command.makesStore) mustExist(config);
      const given = command.ask ? await command.ask(typed, config) : typed;
      const { text, exitCode } = (await askService(config, given, tellHere)) ?? (await operate(config, given, work));
      console.log(text);
      if (exitCode !== 0) process.exitCode = exitCode;
    },
  };
}

/** @throws UsageError when the settings point to no store */
function mustExist({ databaseUrl, dataDir }: Config): void {
  if (databaseUrl !== undefined || existsSync(join(dataDir, "pgdata"))) return;
  throw new UsageError(`There is no store in ${resolve(dataDir)}. Set DATA_DIR to the service's, or DATABASE_URL.`);
}

async function operate(config: Config, given: Given, work: Work): Promise<Done> {
  const store = await openStore(config.databaseUrl ? { databaseUrl: config.databaseUrl } : { dataDir: config.dataDir });
  try {
    return await onStore(store, config, { given, work });
  } finally {
    await store.close();
  }
}

/** Runs an operator's work on an open store. On an embedded store, first loads the clicks that a stopped service left in its journal. */
export async function onStore(
  store: Store,
  config: Config,
  { given, work, tell = tellHere }: { given: Given; work: Work; tell?: Tell },
): Promise<Done> {
  const clock = { now: () => Date.now() };
  const ids = createIds(clock);
  const onError = (): void => {};
  const redirect =
    store.engine === "embedded" ? await startRedirect({ store, clock, ids, config, onError }) : undefined;
  try {
    return await doneOn({ store, clock, ids, config, clicks: redirect?.clicks }, given, { work, tell });
  } finally {
    await redirect?.close();
  }
}

/** Dependencies of an operator command. */
export type OperatorParts = Pick<AppDeps, "store" | "clock" | "ids" | "config" | "clicks" | "admission">;

/** Runs a command's work after earlier clicks are in their tables. */
export async function doneOn(
  parts: OperatorParts,
  given: Given,
  { work, tell }: { work: Work; tell: Tell },
): Promise<Done> {
  await parts.clicks?.loaded();
  const done = await work(operatorOn(parts, given, tell), given);
  return typeof done === "string" ? { text: done, exitCode: 0 } : done;
}

/** The operator of a call. */
function operatorOn(parts: OperatorParts, given: Given, tell: Tell): Operator {
  const { store, config, admission } = parts;
  const actor = { type: "user" as const, id: "operator" };
  const ctx = createContext({ ...parts, actor, workspaceId: "", requestId: null });
  const inWorkspace = async (named = given.options["workspace"]): Promise<Context> => ({
    ...ctx,
    workspaceId: await findWorkspace(ctx, named),
  });
  return { store, config, isServing: admission !== undefined, ctx, inWorkspace, tell };
}

/** The id of the workspace that is named, else of the only one. @throws UsageError */
export async function findWorkspace(ctx: Context, named: string | true | undefined): Promise<string> {
  const all = await listWorkspaces(ctx.db);
  const found = named === undefined ? all : all.filter(({ id, slug }) => id === named || slug === named);
  if (found.length === 1) return present(found[0], "what was found").id;
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

/** A path relative to the operator's directory. */
export function pathOf({ cwd }: Given, path: string): string {
  return resolve(cwd, path);
}
