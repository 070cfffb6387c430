/**
 * Opens a copy of an element in a window of its own and prints it: a frame may not print itself, and would print the whole dashboard.
 * @returns whether the browser has opened it
 */
export function printCopy(element: HTMLElement, title: string): boolean {
  const page = window.open("", "_blank");
  if (!page) return false;
  const { document } = page;
  document.title = title;
  document.documentElement.lang = element.closest<HTMLElement>("[lang]")?.lang ?? "";
  document.documentElement.dir = getComputedStyle(element).direction;
  document.body.style.font = "14px/1.5 system-ui, sans-serif";
  document.body.append(document.importNode(element, true));
  for (const table of document.querySelectorAll<HTMLElement>("table"))
    Object.assign(table.style, { width: "100%", textAlign: "start", marginTop: "24px" });
  page.print();
  return true;
}
