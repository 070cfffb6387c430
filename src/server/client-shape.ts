import type {
  OperationBody,
  OperationName,
  OperationOutput,
  OperationParams,
  OperationQuery,
} from "../contract/index.ts";
import type { CallOptions } from "../http/call.ts";
import type { EmbedTokenWithFirstData } from "./with-first-data.ts";
import type { ListRequest } from "./list-request.ts";

type ServerOperation = Exclude<OperationName, `embed.${string}`>;

type PathArguments<N extends OperationName> =
  OperationParams<N> extends undefined
    ? []
    : N extends "webhooks.replay" | "integrations.replay"
      ? [id: string, deliveryId: string]
      : [id: string];

type Input<N extends OperationName> = OperationBody<N> extends undefined ? OperationQuery<N> : OperationBody<N>;

/** The input may be left out when there is none, or when every field of it is optional. */
type InputArguments<N extends OperationName> =
  Input<N> extends undefined
    ? [input?: undefined, options?: CallOptions]
    : object extends Input<N>
      ? [input?: Input<N>, options?: CallOptions]
      : [input: Input<N>, options?: CallOptions];

type MethodResult<N extends OperationName> = N extends `${string}.list`
  ? OperationOutput<N> extends (infer Item)[]
    ? ListRequest<Item>
    : never
  : Promise<OperationOutput<N>>;

type Group<N extends OperationName> = N extends `${infer G}.${string}` ? G : never;

/** Every operation of the server API as a method: `client.<group>.<operation>(...path, input, options)`. */
export type ReferralsClient = Operations & {
  embedTokens: {
    /**
     * Mints an embed token, and reads with it what the dashboard shows first: it saves the page a round trip.
     * @param options `timezone`: IANA name of the browser's zone, as the token function is told it and as it came in the request.
     * Without it, or when the read fails or takes more than 2 s, the answer is the token alone.
     */
    withFirstData(
      input: OperationBody<"embedTokens.referrals">,
      options: CallOptions & { timezone: unknown },
    ): Promise<EmbedTokenWithFirstData>;
  };
};

type Operations = {
  [G in Group<ServerOperation>]: {
    [N in ServerOperation as N extends `${G}.${infer Method}` ? Method : never]: (
      ...args: [...PathArguments<N>, ...InputArguments<N>]
    ) => MethodResult<N>;
  };
};
