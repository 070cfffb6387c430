import type { ComponentType, ReactElement } from "react";
import { Lazily } from "../Lazily.tsx";
import { Choices, type ChoicesProps } from "./Choices.tsx";

const INLINE_MAX = 8;
const loadSearch = (): Promise<ComponentType<ChoicesProps>> =>
  import("./ChoiceSearch.tsx").then((code) => code.ChoiceSearch);

/** Checkboxes up to eight options; above that a popover with search over the same checkboxes. */
export function MultiSelect(props: ChoicesProps): ReactElement {
  const list = <Choices {...props} />;
  if (props.options.length <= INLINE_MAX) return list;
  // Out of sight the boxes are in the form already: what is chosen is sent whenever it is sent.
  return <Lazily load={loadSearch} props={props} meanwhile={<div hidden>{list}</div>} otherwise={list} />;
}
