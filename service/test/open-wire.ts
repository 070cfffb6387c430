import { connect, createServer, type AddressInfo, type Socket } from "node:net";

/** A way to the database that can be cut. */
export interface Wire {
  url: string;
  cut(): void;
  mend(): void;
  close(): Promise<void>;
}

/** A real TCP wire to PostgreSQL. */
export async function openWire(databaseUrl: string): Promise<Wire> {
  const { hostname, port } = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let isCut = false;
  const server = createServer((socket) => {
    if (isCut) return void socket.destroy();
    const other = connect(Number(port), hostname);
    for (const [one, two] of [
      [socket, other],
      [other, socket],
    ] as const) {
      sockets.add(one);
      one.on("error", () => {}).on("close", () => (sockets.delete(one), two.destroy()));
      one.pipe(two);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = Object.assign(new URL(databaseUrl), { port: String((server.address() as AddressInfo).port) }).href;
  const cut = (): void => {
    isCut = true;
    for (const socket of sockets) socket.destroy();
  };
  return {
    url,
    cut,
    mend: () => (isCut = false),
    close: async () => {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
