import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname } from "node:path";
import { render } from "./dist/server/entry-server.js";

const { APP_URL: appUrl, TOKEN: token, PORT } = process.env;
const page = await readFile("dist/index.html", "utf8");
const types = { ".js": "text/javascript", ".css": "text/css" };

/** `/` has the frame, `/inline` the dashboard in the page's own tree. */
const html = (mode) =>
  page
    .replace('id="app"', `$& data-mode="${mode}" data-app-url="${appUrl}" data-token="${token}"`)
    .replace("<!--markup-->", () => render({ mode, appUrl, token }));

createServer(async ({ url }, response) => {
  if (extname(url) === "") return response.setHeader("Content-Type", "text/html").end(html(url.slice(1) || "iframe"));
  const file = await readFile(`dist${url}`).catch(() => undefined);
  response.writeHead(file ? 200 : 404, { "Content-Type": types[extname(url)] ?? "text/plain" }).end(file);
}).listen(PORT);
