import { createSocket } from "node:dgram";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import packet from "dns-packet";

/** A name server on the loopback: it knows the TXT records it is given, and no other name. */
export interface TestDnsServer {
  /** Address and port, for `DNS_SERVERS`. */
  address: string;
  /** Chunks of the TXT record of each name. */
  records: Map<string, string[]>;
  close(): Promise<void>;
}

const NAME_ERROR = 3;

/** Starts it on a free port. */
export async function startDnsServer(): Promise<TestDnsServer> {
  const records = new Map<string, string[]>();
  const socket = createSocket("udp4");
  socket.on("message", (message, from) => {
    const { id, questions = [] } = packet.decode(message);
    const name = questions[0]?.name ?? "";
    const chunks = records.get(name);
    const answer = packet.encode({
      type: "response",
      id,
      flags: packet.RECURSION_DESIRED | (chunks ? 0 : NAME_ERROR),
      questions,
      answers: chunks ? [{ type: "TXT", name, data: chunks }] : [],
    });
    socket.send(answer, from.port, from.address);
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  const { port } = socket.address() as AddressInfo;
  return {
    address: `127.0.0.1:${port}`,
    records,
    close: () => new Promise((closed) => socket.close(closed)),
  };
}
