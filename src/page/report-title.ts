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
