/** Room below an open dialog, px. */
const BELOW = 16;

/**
 * Reports the wrapper's border box in whole animation frames, changes of 1 px or more, never the body's
 * `scrollHeight`. While a dialog is open it is at least its bottom edge + 16.
 * @returns its undo
 */
export function reportHeight(wrapper: HTMLElement, report: (height: number, width: number) => void): () => void {
  let frame = 0;
  let last = { height: 0, width: 0 };
  const measure = (): void => {
    frame = 0;
    const box = wrapper.getBoundingClientRect();
    const bottoms = [...wrapper.querySelectorAll("dialog[open]")].map(
      (dialog) => dialog.getBoundingClientRect().bottom - box.top + BELOW,
    );
    const now = { height: Math.max(box.height, ...bottoms), width: box.width };
    if (Math.abs(now.height - last.height) < 1 && now.width === last.width) return;
    last = now;
    report(now.height, now.width);
  };
  const soon = (): void => void (frame ||= requestAnimationFrame(measure));
  const sizes = new ResizeObserver(soon);
  // A dialog grows once its data are here, and may be placed anew.
  const dialogs = new MutationObserver(() => {
    for (const dialog of wrapper.querySelectorAll("dialog[open]")) sizes.observe(dialog, { box: "border-box" });
    soon();
  });
  sizes.observe(wrapper, { box: "border-box" });
  dialogs.observe(wrapper, { subtree: true, attributeFilter: ["open", "style"] });
  return () => {
    sizes.disconnect();
    dialogs.disconnect();
    cancelAnimationFrame(frame);
  };
}

/**
 * Tells the host what the dashboard calls itself in the reader's language, which is also what the frame is called.
 * @returns its undo
 */
export function reportTitle(wrapper: HTMLElement, report: (title: string) => void): () => void {
  let last = "";
  const read = (): void => {
    const title = wrapper.querySelector(".rf-root[aria-label]")?.getAttribute("aria-label");
    if (!title || title === last) return;
    last = document.title = title;
    report(title);
  };
  const changes = new MutationObserver(read);
  changes.observe(wrapper, { subtree: true, childList: true, attributeFilter: ["aria-label"] });
  return () => changes.disconnect();
}

/** Reports the Escape key once nothing open in the page takes it: a dialog around the frame hears no key of another origin. */
export function reportEscape(report: () => void): void {
  addEventListener("keydown", (event) => {
    const isTaken = event.defaultPrevented || document.querySelector("dialog[open], [popover]:popover-open");
    if (event.key === "Escape" && !isTaken) report();
  });
}
