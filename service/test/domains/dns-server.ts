import { createSocket } from "node:dgram";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import packet from "dns-packet";

/** A name server on the loopback: it knows the records it is given, and no other name. */
export interface TestDnsServer {
  /** Address and port, for `DNS_SERVERS`. */
  address: string;
  /** Chunks of the TXT record of each name. */
  records: Map<string, string[]>;
  /** The A record of each name. */
  addresses: Map<string, string>;
  /** Names it never answers for, and how often it was asked for one. */
  silent: Map<string, number>;
  close(): Promise<void>;
}

const NAME_ERROR = 3;

/** Starts it on a free port. */
export async function startDnsServer(): Promise<TestDnsServer> {
  const records = new Map<string, string[]>();
  const addresses = new Map<string, string>();
  const silent = new Map<string, number>();
  const socket = createSocket("udp4");
  const answersFor = (name: string) => [
    ...(records.has(name) ? [{ type: "TXT" as const, name, data: records.get(name)! }] : []),
    ...(addresses.has(name) ? [{ type: "A" as const, name, data: addresses.get(name)! }] : []),
  ];
  socket.on("message", (message, from) => {
    const { id, questions = [] } = packet.decode(message);
    const name = questions[0]?.name ?? "";
    const asked = silent.get(name);
    if (asked !== undefined) return void silent.set(name, asked + 1);
    const answers = answersFor(name);
    const isKnown = records.has(name) || addresses.has(name);
    const answer = packet.encode({
      type: "response",
      id,
      flags: packet.RECURSION_DESIRED | (isKnown ? 0 : NAME_ERROR),
      questions,
      answers: answers.filter(({ type }) => type === questions[0]?.type),
    });
    socket.send(answer, from.port, from.address);
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  const { port } = socket.address() as AddressInfo;
  return {
    address: `127.0.0.1:${port}`,
    records,
    addresses,
    silent,
    close: () => new Promise((closed) => socket.close(closed)),
  };
}
