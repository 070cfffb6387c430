let tries = 0;

/**
 * Code that is fetched when it is first wanted. Browsers keep a failed module for the life of the document (whatwg/html#6768): imported
 * again, it fails without a request, and no Retry would ever help. It is then asked for by another address, made from the one that
 * Chromium and Firefox name in their message; where none is named, as in Safari, only another load of the page helps.
 * @param load imports a whole module
 * @param name what is wanted of it: a bundler that gave it another name in the file cannot be asked this way
 * @throws the first error
 */
export async function loadCode<Code extends object>(load: () => Promise<Code>, name: keyof Code): Promise<Code> {
  try {
    return await load();
  } catch (error) {
    // A `TypeError` of the browser's own import: bundlers that fetch code their own way forget a failure by themselves.
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
