import type { OperationShapes } from "./records.ts";

/** Name of an operation, as the SDK spells it. */
export type OperationName = keyof OperationShapes;

type Part<N extends OperationName, P extends "params" | "query" | "body"> = OperationShapes[N] extends {
  [K in P]: infer T;
}
  ? T
  : undefined;

/** Path parameters of an operation. */
export type OperationParams<N extends OperationName> = Part<N, "params">;
/** Query of an operation. */
export type OperationQuery<N extends OperationName> = Part<N, "query">;
/** Body of an operation. */
export type OperationBody<N extends OperationName> = Part<N, "body">;
/** Answer of an operation. */
export type OperationOutput<N extends OperationName> = OperationShapes[N]["output"];

/** Everything an operation takes; a part it does not declare is not accepted. */
export type OperationInput<N extends OperationName> = Omit<OperationShapes[N], "output">;
