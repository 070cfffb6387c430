let tries = 0;

/**
 * Code that is fetched when it is first wanted. Browsers keep a failed module for the life of the document (whatwg/html#6768): imported
 * again, it fails without a request, and no Retry would ever help. The retry uses another address, derived from the one in the error
 * message of Chromium and Firefox; without one, as in Safari, only reloading the page helps.
 * @param load imports a whole module
 * @param name the export to use: this fails with bundlers that rename exports
 * @throws the first error
 */
export async function loadCode<Code extends object>(load: () => Promise<Code>, name: keyof Code): Promise<Code> {
  try {
    return await load();
  } catch (error) {
    // A `TypeError` of the browser's own import: bundlers with their own loader do not keep a failure.
    const [url] = (error instanceof TypeError && /https?:\/\/[^\s?]+/.exec(error.message)) || [];
    const code = url && (await importAgain<Code>(url));
    if (code && name in code) return code;
    throw error;
  }
}

function importAgain<Code>(url: string): Promise<Code | undefined> {
  const again = `${url}?again=${(tries += 1)}`;
  return import(/* @vite-ignore */ /* webpackIgnore: true */ /* turbopackIgnore: true */ again).catch(() => undefined);
}
