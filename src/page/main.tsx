import { render } from "preact";
import type { ReactElement } from "react";
import { cleanConfig } from "../dashboard/clean-config.ts";
import { openAhead, type OpenedAhead } from "../dashboard/open-session.ts";
import type { ReferralsDashboardHandle, ReferralsDashboardProps } from "../dashboard/props.ts";
import { OpenedDashboard } from "../dashboard/ReferralsDashboard.tsx";
import { themeColours } from "../dashboard/theme/theme-colours.ts";
import { keepDerivation } from "../dashboard/theme/useDerivation.ts";
import type { FrameConfig, HostMessage } from "../frame/protocol.ts";
import { pageProps } from "./page-props.ts";
import { addressConfig, addressToken, apiUrl, link, onInit } from "./handshake.ts";
import { createHostTokens } from "./host-tokens.ts";
import { paintPage } from "./paint-page.ts";
import { postError } from "./post-error.ts";
import { PageNotice, type PageProblem } from "./PageNotice.tsx";
import { reportEscape, reportHeight, reportTitle } from "./report-to-host.ts";

const PATIENCE_MS = 10_000;

// Bundled in the frame, so that custom colours need no further request.
keepDerivation(themeColours);

const wrapper = document.getElementById("root") as HTMLElement;
const place = placeOfSkeleton();
const handle: { current: ReferralsDashboardHandle | null } = { current: null };
const tokens = createHostTokens({
  link,
  given: addressToken?.token,
  onPush: () => void handle.current?.refreshToken(),
  onFailure: (error) => postError(link, error),
});
const { demo } = document.documentElement.dataset;
const announced = new URLSearchParams(location.search).get("handshake") === "1";

let config: FrameConfig = addressConfig;
let shown: () => ReactElement | undefined = () => undefined;

function draw(): void {
  paintPage(config);
  const screen = shown();
  if (screen) render(screen, place);
}

/**
 * Where the page's HTML has drawn the skeleton of the view asked for, the others removed. The dashboard begins with the same
 * elements and takes them over: drawn anew, each would be styled and laid out a second time.
 */
function placeOfSkeleton(): HTMLElement {
  const view = document.documentElement.dataset.view;
  for (const other of wrapper.querySelectorAll(`[data-skeleton]:not([data-skeleton="${view}"])`)) other.remove();
  const place = wrapper.firstElementChild as HTMLElement;
  delete place.dataset.skeleton;
  return place;
}

const propsNow = (): ReferralsDashboardProps =>
  pageProps({
    config,
    link,
    tokens,
    addressToken: addressToken?.token,
    hostOrigin: hostOrigin(),
    apiUrl,
    demo: demo !== undefined,
    handleRef: handle,
  });

let opened: Promise<OpenedAhead> | undefined;

/** Shows the dashboard as soon as there is more than the skeleton, which is on screen already. */
async function showDashboard(): Promise<void> {
  opened ??= openAhead(propsNow(), wrapper, new AbortController().signal);
  const ahead = await opened;
  // If reused, the elements of the skeleton would become the figures' and count as layout shifts.
  if (ahead.isReady && !handle.current) place.replaceChildren();
  show(() => <OpenedDashboard given={propsNow()} ahead={ahead} />);
}

/**
 * Origin of the page around this one, by the browser's word and never by a message's: that of the handshake, else the parent's.
 * A browser that names no ancestors states the referrer; a host that hides it is not known. With a token in the query the
 * answer's `frame-ancestors` has already decided (EMB-I2).
 * @returns `null` when it cannot be known, `undefined` when there is nothing to decide
 */
function hostOrigin(): string | null | undefined {
  if (link.origin !== undefined) return link.origin;
  if (window.parent === window) return undefined;
  const parent = location.ancestorOrigins?.[0];
  if (parent !== undefined || addressToken?.from === "query") return parent;
  return document.referrer ? new URL(document.referrer).origin : null;
}

function show(screen: () => ReactElement): void {
  shown = screen;
  draw();
}

const complain = (problem: PageProblem) => (): void => show(() => <PageNotice problem={problem} config={config} />);

function receive(message: HostMessage): void {
  if (message.type === "token" && typeof message.token === "string") tokens.receive(message.token);
  if (message.type === "token-failed") tokens.refuse(message);
  if (message.type === "reload") handle.current?.reload();
  if (message.type === "focus") handle.current?.focus();
  if (message.type !== "config") return;
  config = { ...config, ...cleanConfig(message) };
  draw();
}

let patience: ReturnType<typeof setTimeout> | undefined;
if (addressToken) void showDashboard();
else if (!announced) complain("no-token")();
else if (window.parent === window) complain("no-host")();
else patience = setTimeout(complain("no-host"), PATIENCE_MS);

onInit((first) => {
  clearTimeout(patience);
  config = first;
  // In a task of its own: the token behind `init` is read before, and the first data are on their way while this draws.
  setTimeout(() => {
    link.ready(wrapper.offsetHeight);
    void showDashboard();
  });
});
link.listen(receive);
reportHeight(wrapper, (height, width) => link.post({ type: "height", height, width }));
reportTitle(wrapper, (title) => link.post({ type: "title", title }));
reportEscape(() => link.post({ type: "escape" }));
