import { keepPreviousData, useQuery, useQueryClient, type UseQueryResult } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { ReferralsError } from "../contract/errors.ts";
import type { OperationInput, OperationName, OperationOutput, OperationQuery } from "../contract/operation-shapes.ts";
import { NetworkError } from "../http/network-error.ts";
import { isPassing } from "../http/retry.ts";
import { allOf, call, type RowsOf } from "./call.ts";
import { useConsole } from "./context.ts";
import { ChangedMeanwhile } from "./unchanged.ts";

/** How often what is on screen is read again. */
export const liveMs = 30_000;

/** Reads an operation; keeps what was shown while another question is answered. */
export function useRead<N extends OperationName>(
  name: N,
  input: OperationInput<N>,
  { enabled = true, live = false }: { enabled?: boolean; live?: boolean } = {},
): UseQueryResult<OperationOutput<N>> {
  return useQuery({
    queryKey: [name, input],
    queryFn: async ({ signal }) => (await call(name, input, { signal })).value,
    placeholderData: keepPreviousData,
    enabled,
    refetchInterval: live ? liveMs : false,
  }) as UseQueryResult<OperationOutput<N>>;
}

/**
 * The program's currency. Until the program is read, or where it cannot be, the one of when the page began: a guess would make an amount
 * that is typed meanwhile a hundred times as much.
 */
export function useCurrency(): string {
  const { given } = useConsole();
  return useRead("program.get", {}).data?.currency ?? given.currency;
}

/** Reads all rows of a list that is short as a rule, such as groups and tags, and may be longer than one page. */
export function useReadAll<N extends OperationName>(name: N): UseQueryResult<RowsOf<N>[number][]> {
  return useQuery({
    queryKey: [name, "all"],
    queryFn: ({ signal }) => allOf(name, {} as OperationQuery<N> & object, { signal }),
  });
}

/** What was read, and its version: a change of it is refused where somebody else has changed it since. */
export interface Seen<T> {
  value: T;
  version: string;
}

/**
 * Reads an operation with the version of what it tells.
 * @param options.refetchOnWindowFocus false where what is typed would be lost if it was read again unasked
 */
export function useSeen<N extends OperationName>(
  name: N,
  input: OperationInput<N>,
  { refetchOnWindowFocus = true }: { refetchOnWindowFocus?: boolean } = {},
): UseQueryResult<Seen<OperationOutput<N>>> {
  return useQuery({
    queryKey: [name, "with version", input],
    queryFn: async ({ signal }) => {
      const { value, headers } = await call(name, input, { signal });
      return { value, version: headers.get("ETag") ?? "" };
    },
    refetchOnWindowFocus,
  }) as UseQueryResult<Seen<OperationOutput<N>>>;
}

/**
 * What is asked of a value that changes faster than it is answered: the first at once, and what has become of it as soon as that is answered.
 * A pause after each key would be a wait of its own, and a question for each key would queue up behind slow answers.
 */
export function useInTurn<T>(wanted: T): {
  asked: T;
  /** To be told at each render whether the answer is awaited. @returns whether what is shown is behind what is wanted */
  isBehind: (isAwaited: boolean) => boolean;
} {
  const [asked, setAsked] = useState(wanted);
  const isOther = JSON.stringify(asked) !== JSON.stringify(wanted);
  return {
    asked,
    isBehind: (isAwaited) => {
      if (isOther && !isAwaited) setAsked(wanted);
      return isOther || isAwaited;
    },
  };
}

/** Whether the session has ended. */
export const isSignedOut = (error: unknown): boolean =>
  error instanceof ReferralsError && error.code === "unauthorized";

/** Whether asking once more can help: not where the question was refused. */
export const mayPass = (error: unknown): boolean => !(error instanceof ReferralsError) || isPassing(error);

/** Whether what was asked may be done all the same: its answer was lost, or tells of no end. */
export const isLost = (error: unknown): boolean =>
  error instanceof NetworkError || (error instanceof ReferralsError && error.status >= 500);

/** What went wrong, in words. */
export function problemOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Work that a button starts. */
export interface Act {
  isBusy: boolean;
  problem: string | null;
  /** Does it, unless it runs already; then everything on screen is read again. @returns whether it succeeded */
  run(work: () => Promise<unknown>): Promise<boolean>;
  clear(): void;
}

/** Runs one work at a time: a second press does nothing. After a lost answer a next try may meet what the first has done. */
export function useAct(): Act {
  const client = useQueryClient();
  const mayBeDone = useRef(false);
  const running = useRef(false);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const run = async (work: () => Promise<unknown>): Promise<boolean> => {
    if (running.current) return false;
    running.current = true;
    setBusy(true);
    setProblem(null);
    try {
      await work();
      return true;
    } catch (error) {
      const isOwn = error instanceof ChangedMeanwhile && mayBeDone.current;
      setProblem(
        isOwn ? "It is changed: by your first try, or by somebody else. Close this and look again." : problemOf(error),
      );
      mayBeDone.current ||= isLost(error);
      return false;
    } finally {
      running.current = false;
      setBusy(false);
      void client.invalidateQueries();
    }
  };
  return { isBusy, problem, run, clear: () => setProblem(null) };
}
