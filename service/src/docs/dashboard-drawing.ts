import { html } from "hono/html";
import type { Html } from "./page.ts";

const tiles = [
  ["Clicks", "1,089", 40],
  ["Leads", "91", 134],
  ["Sales", "93", 206],
  ["Earnings", "$1,116.12", 278],
] as const;

/** The dashboard, drawn: where demo tokens are off there is none to show. */
export const dashboardDrawing: Html = html`<svg
  viewBox="0 0 640 420"
  role="img"
  aria-label="A partner's dashboard: the link to copy, clicks, sales and earnings, and the next payout"
>
  <text x="24" y="36" class="bold">Overview</text>
  <text x="104" y="36" class="quiet">Links</text>
  <text x="158" y="36" class="quiet">Earnings</text>
  <text x="234" y="36" class="quiet">Leaderboard</text>
  <path d="M24 50h592" class="rule" />
  <rect x="24" y="66" width="592" height="92" rx="10" class="box" />
  <text x="40" y="94" class="bold">Earn 25% for every customer you refer</text>
  <rect x="40" y="108" width="452" height="34" rx="8" class="box" />
  <text x="52" y="130">go.northlight.example/ada</text>
  <rect x="504" y="108" width="96" height="34" rx="8" class="fill" />
  <text x="521" y="130" class="on">Copy link</text>
  <rect x="24" y="174" width="400" height="222" rx="10" class="box" />
  ${tiles.map(
    ([name, value, x]) =>
      html`<text x="${x}" y="202" class="quiet">${name}</text> <text x="${x}" y="226" class="big">${value}</text>`,
  )}
  <path d="M40 380v-52c30-30 44 6 72-8s36-40 66-34 40 34 68 20 36-48 66-44 42 22 68-2l28-12v132z" class="area" />
  <path d="M40 328c30-30 44 6 72-8s36-40 66-34 40 34 68 20 36-48 66-44 42 22 68-2l28-12" class="line" />
  <rect x="440" y="174" width="176" height="104" rx="10" class="box" />
  <text x="456" y="202" class="quiet">Next payout</text>
  <text x="456" y="232" class="big">$778.61</text>
  <text x="456" y="256" class="quiet">on the first</text>
  <rect x="440" y="292" width="176" height="104" rx="10" class="box" />
  <text x="456" y="320" class="quiet">Paid to date</text>
  <text x="456" y="350" class="big">$4,440.67</text>
</svg>`;
