import { clsx } from "clsx";
import type { ReactElement } from "react";

/** Name of an icon of the set. */
export type IconName =
  | "alert"
  | "archive"
  | "arrowDown"
  | "arrowUp"
  | "ban"
  | "check"
  | "chevronDown"
  | "clock"
  | "close"
  | "copy"
  | "download"
  | "edit"
  | "external"
  | "gift"
  | "lock"
  | "more"
  | "offline"
  | "plus"
  | "qr"
  | "restore"
  | "share";

const RING = "M8 14.25a6.25 6.25 0 1 0 0-12.5 6.25 6.25 0 0 0 0 12.5z";

/** Our own set: 16 px grid, stroke 1.5, drawn in the colour of the text around. */
const PATHS: Record<IconName, string> = {
  alert: `${RING}M8 4.9v3.6M8 11h.01`,
  archive: "M2 3.25h12v3H2zM3.25 6.25v6.5h9.5v-6.5M6.5 9h3",
  arrowDown: "M8 3v10M4 9l4 4 4-4",
  arrowUp: "M8 13V3M4 7l4-4 4 4",
  ban: `${RING}M3.6 3.6l8.8 8.8`,
  check: "M3 8.5l3.25 3.25L13 4.75",
  chevronDown: "M4 6l4 4 4-4",
  clock: `${RING}M8 4.5V8l2.25 1.5`,
  close: "M4 4l8 8M12 4l-8 8",
  copy: "M6.75 5.25h6a1 1 0 0 1 1 1v6.5a1 1 0 0 1-1 1h-6a1 1 0 0 1-1-1v-6.5a1 1 0 0 1 1-1zM10.25 5.25v-2a1 1 0 0 0-1-1h-6a1 1 0 0 0-1 1v6.5a1 1 0 0 0 1 1h2.5",
  download: "M8 2.25v8M4.75 7.25L8 10.5l3.25-3.25M2.5 13.5h11",
  edit: "M10.25 3.25l2.5 2.5-7 7-3.25.75.75-3.25z",
  external: "M6.5 3.25H3v9.75h9.75V9.5M9.5 2.5h4v4M13.25 2.75L7.5 8.5",
  gift: "M2.25 5.5h11.5v3H2.25zM3.5 8.5v5h9v-5M8 5.5v8M8 5.5S7.25 2.25 5.4 2.25a1.6 1.6 0 0 0 0 3.25zM8 5.5s.75-3.25 2.6-3.25a1.6 1.6 0 0 1 0 3.25z",
  lock: "M4 7.25h8v6H4zM5.5 7.25v-2a2.5 2.5 0 0 1 5 0v2",
  more: "M2.85 8a.4.4 0 1 0 .8 0 .4.4 0 1 0-.8 0M7.6 8a.4.4 0 1 0 .8 0 .4.4 0 1 0-.8 0M12.35 8a.4.4 0 1 0 .8 0 .4.4 0 1 0-.8 0",
  offline:
    "M2.5 2.5l11 11M1.75 6.25A9.2 9.2 0 0 1 4.4 4.5M6.75 3.8a9.2 9.2 0 0 1 7.5 2.45M4.5 9.25a5.2 5.2 0 0 1 2.1-1.3M11.5 9.25a5.2 5.2 0 0 0-.9-.7M8 12.25h.01",
  plus: "M8 3v10M3 8h10",
  qr: "M2.5 2.5h4v4h-4zM9.5 2.5h4v4h-4zM2.5 9.5h4v4h-4zM9.5 9.5v1.25M13.5 9.5h-1.25M11.5 11.5h2v2M9.5 13.5h.01",
  restore: "M2.75 3v3.5h3.5M3.1 6.5a5.25 5.25 0 1 1-.2 3",
  share: "M9.75 2.75l4 3.75-4 3.75M13.5 6.5H8.25a5.75 5.75 0 0 0-5.75 5.75v1",
};

/** Icons that point along the line of reading; the rest look the same in both directions. */
const MIRRORED: readonly string[] = ["external", "share"];

/** An icon beside a text or in a labelled button; never the only carrier of a meaning. */
export function Icon({ name }: { name: IconName }): ReactElement {
  return (
    <svg
      className={clsx("rf-icon", MIRRORED.includes(name) && "rf-icon-mirrored")}
      viewBox="0 0 16 16"
      aria-hidden="true"
      focusable="false"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
