/** All that a script in a document could read a token from, as one text. Runs in the page: it may use nothing from outside. */
export function whatCanBeRead(): string {
  const stored = ["localStorage", "sessionStorage"].map((name) => {
    try {
      return { ...window[name as "localStorage"] };
    } catch {
      return "closed to a frame of another site";
    }
  });
  return JSON.stringify([
    location.href,
    document.documentElement.outerHTML,
    stored,
    document.cookie,
    history.state,
    performance.getEntries().map(({ name }) => name),
  ]);
}
