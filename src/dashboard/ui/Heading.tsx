import { createContext, useContext } from "react";
import type { Context, HTMLAttributes, ReactElement } from "react";

/** Level the dashboard's outline begins at: 2, 3 or 4 (`headingLevel`). */
export const HeadingLevelContext: Context<number> = createContext(2);

/** Props of {@link Heading}. */
export interface HeadingProps extends HTMLAttributes<HTMLHeadingElement> {
  /** Steps below the top of the dashboard's outline. Default 0. */
  depth?: 0 | 1 | 2;
}

/** A heading that fits the host's outline. */
export function Heading({ depth = 0, children, ...rest }: HeadingProps): ReactElement {
  const Tag = `h${Math.min(6, useContext(HeadingLevelContext) + depth)}` as "h2";
  return <Tag {...rest}>{children}</Tag>;
}
