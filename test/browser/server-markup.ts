import { createElement, version } from "react";
import { renderToString } from "react-dom/server";
import { ReferralsEmbed } from "../../src/react/ReferralsEmbed.tsx";
import type { ReferralsEmbedProps } from "../../src/react/embed-props.ts";

/** The embed as a server prints it with the run's React, whose version it says. */
export function renderOnServer(props: ReferralsEmbedProps): [markup: string, version: string] {
  return [renderToString(createElement(ReferralsEmbed, props)), version];
}
