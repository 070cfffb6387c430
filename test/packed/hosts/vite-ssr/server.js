import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { render } from "./dist/server/entry-server.js";

const { APP_URL: appUrl, TOKEN: token, PORT } = process.env;
const page = await readFile("dist/index.html", "utf8");
const html = page
  .replace('id="app"', `$& data-app-url="${appUrl}" data-token="${token}"`)
  .replace("<!--markup-->", () => render({ appUrl, token }));

createServer(async ({ url }, response) => {
  if (url === "/") return response.setHeader("Content-Type", "text/html").end(html);
  const script = await readFile(`dist${url}`).catch(() => undefined);
  response.writeHead(script ? 200 : 404, { "Content-Type": "text/javascript" }).end(script);
}).listen(PORT);
