import { spawn } from "node:child_process";
import { once } from "node:events";
import { Agent, createServer, get, type IncomingMessage, type RequestListener, type Server } from "node:http";
import { connect, type AddressInfo, type Socket } from "node:net";
import { setTimeout } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { boundConnections, createEntrance, serverOptions, type Entrance } from "../src/connections.ts";
import { UnreadAnswers } from "../src/unread-answers.ts";
import { WAIT_MS } from "../../test/patience.ts";
import { bundleProgram } from "./faults/bundle-program.ts";

const short = { head: 300, request: 600, silence: 500, answer: 2_000 };
const mostUnread = { bytesOfAddress: 70_000_000, bytes: 110_000_000 };
const addressOf = (request: IncomingMessage): string => request.headers.host ?? "";
const logged: object[] = [];
let server: Server;
let entrance: Entrance;
let port: number;

async function listen(listener: RequestListener, times = short): Promise<void> {
  server = createServer(serverOptions(times));
  boundConnections(server, times);
  entrance = createEntrance(
    server,
    listener,
    new UnreadAnswers(addressOf, { error: (fields) => void logged.push(fields) }, mostUnread),
  );
  server.on("request", entrance.listener);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  ({ port } = server.address() as AddressInfo);
}
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

describe("a connection", () => {
  const talk = (text: string): Socket => {
    const socket = connect(port, "127.0.0.1");
    socket.on("error", () => {});
    socket.write(text);
    return socket;
  };

  it.each([
    ["sends nothing", ""],
    ["begins a head and does not end it", "GET / HTTP/1.1\r\nHost: a"],
    ["announces a body and does not send it", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n"],
  ])("that %s ends in time", async (_, text) => {
    await listen((request, response) => request.on("end", () => response.end()).resume());
    const socket = talk(text);
    socket.resume();
    await once(socket, "close");
    await expect.poll(() => new Promise((resolve) => server.getConnections((_error, count) => resolve(count)))).toBe(0);
  });

  it("is kept between requests for longer than a proxy keeps it, so that none sends a request while it is ended", async () => {
    server = createServer(serverOptions(), (_request, response) => response.end());
    boundConnections(server);
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    ({ port } = server.address() as AddressInfo);
    const socket = talk("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
    const [answer] = (await once(socket, "data")) as [Buffer];
    const [, seconds] = /keep-alive: timeout=(\d+)/i.exec(answer.toString()) ?? [];
    // nginx keeps an idle connection for 60 s.
    expect(Number(seconds)).toBeGreaterThan(60);
  });

  it("that is idle between requests ends in time", async () => {
    await listen((_request, response) => response.end());
    const socket = talk("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
    socket.resume();
    await expect.poll(() => socket.destroyed).toBe(true);
  });

  it("that sends requests without waiting for answers is ended at the ninth, whatever came with it", async () => {
    let handled = 0;
    await listen((_request, response) => {
      handled += 1;
      void setTimeout(200).then(() => response.end());
    });
    const socket = talk("GET / HTTP/1.1\r\nHost: a\r\n\r\n".repeat(1000));
    socket.resume();
    await once(socket, "close");
    await setTimeout(300);
    expect(handled).toBe(8);
    // One after the other a connection sends as many as it likes.
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (let sent = 0; sent < 10; sent += 1) {
      const [response] = (await once(get({ port, agent }), "response")) as [IncomingMessage];
      response.resume();
      await once(response, "end");
    }
    agent.destroy();
    expect(handled).toBe(18);
  });

  it("that closes leaves none of the answers it has not read in memory, whichever were written", async () => {
    const answers: WeakRef<object>[] = [];
    await listen((_request, response) => {
      answers.push(new WeakRef(response));
      response.end(Buffer.alloc(1_000_000));
    });
    for (const requests of [8, 9, 2]) {
      const socket = talk("GET / HTTP/1.1\r\nHost: a\r\n\r\n".repeat(requests));
      await once(socket, "readable");
      socket.destroy();
    }
    setFlagsFromString("--expose-gc");
    const collect = runInNewContext("gc") as () => void;
    expect(answers.length).toBe(18);
    await expect
      .poll(() => {
        collect();
        return answers.filter((answer) => answer.deref()).length;
      })
      .toBe(0);
  });

  it("that sends a body in tiny chunks is ended, and one in small chunks is not", async () => {
    let bytes = 0;
    await listen(
      (request, response) =>
        request
          .on("data", (chunk: Buffer) => (bytes += chunk.length))
          .on("error", () => {})
          .on("end", () => response.end("taken")),
      { head: WAIT_MS, request: WAIT_MS, silence: WAIT_MS, answer: WAIT_MS },
    );
    const head = "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n";
    const tiny = talk(head + "1\r\na\r\n".repeat(100_000));
    tiny.resume();
    // Not by `once`, which a reset of the connection would reject.
    await new Promise((resolve) => tiny.once("close", resolve));
    expect(bytes).toBeLessThan(1_000);
    for (const [size, count] of [
      [1, 150],
      [100, 10_000],
    ] as const) {
      const socket = talk(`${head}${`${size.toString(16)}\r\n${"a".repeat(size)}\r\n`.repeat(count)}0\r\n\r\n`);
      const [answer] = (await once(socket, "data")) as [Buffer];
      expect(answer.toString()).toContain("taken");
      socket.destroy();
    }
  });

  it("that is answered while its body still comes in chunks has the answer, and nothing more of the body is read", async () => {
    await listen((_request, response) => void response.writeHead(429).end("not now"), {
      head: WAIT_MS,
      request: WAIT_MS,
      silence: WAIT_MS,
      answer: WAIT_MS,
    });
    let socketOfServer: Socket | undefined;
    server.on("connection", (socket) => (socketOfServer = socket));
    // One that goes on sending although the other side has ended.
    const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true }).on("error", () => {});
    socket.write("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n");
    let answer = "";
    socket.on("data", (piece: Buffer) => (answer += piece.toString()));
    await expect.poll(() => answer).toContain("not now");
    const before = socketOfServer!.bytesRead;
    socket.write("1\r\na\r\n".repeat(100_000));
    await expect.poll(() => socketOfServer!.destroyed).toBe(true);
    expect(socketOfServer!.bytesRead - before).toBeLessThan(100_000);
    socket.destroy();
  });

  describe("whose client has closed its own side", () => {
    const halfClosed = (text: string): Socket => {
      const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true }).on("error", () => {});
      socket.end(text);
      return socket;
    };
    const readAll = async (socket: Socket): Promise<string> => {
      let text = "";
      socket.on("data", (piece: Buffer) => (text += piece.toString()));
      await once(socket, "end");
      return text;
    };
    const connections = (): Promise<number> =>
      new Promise((resolve) => server.getConnections((_error, count) => resolve(count)));
    const patient = { head: WAIT_MS, request: WAIT_MS, silence: WAIT_MS, answer: WAIT_MS };

    it.each([
      ["a request", "GET /1 HTTP/1.1\r\nHost: a\r\n\r\n", ["/1"]],
      ["one with its body", "POST /1 HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nbody", ["/1"]],
      ["one in chunks", "POST /1 HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n\r\n", ["/1"]],
      ["two in a row", "GET /1 HTTP/1.1\r\nHost: a\r\n\r\nGET /2 HTTP/1.1\r\nHost: a\r\n\r\n", ["/1", "/2"]],
    ])("is answered what it asked, and ended: %s", async (_, text, asked) => {
      await listen((request, response) => {
        request.resume().on("end", () => void setTimeout(50).then(() => response.end(`answer to ${request.url};`)));
      }, patient);
      const socket = halfClosed(text);
      const answer = await readAll(socket);
      expect(answer.match(/answer to \S+(?=;)/g)).toEqual(asked.map((path) => `answer to ${path}`));
      await expect.poll(connections).toBe(0);
    });

    it.each([
      ["before an answer that does not come", "GET / HTTP/1.1\r\nHost: a\r\n\r\n"],
      ["in the middle of a body", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nhalf"],
      ["in the middle of a head", "GET / HTTP/1.1\r\nHo"],
      ["without a word", ""],
    ])("ends in a moment %s, and what works for it hears of it", async (_, text) => {
      let asked = 0;
      let gone = 0;
      await listen((_request, response) => {
        asked += 1;
        response.on("close", () => (gone += 1));
      }, patient);
      const began = performance.now();
      const socket = halfClosed(text);
      await readAll(socket);
      await expect.poll(connections).toBe(0);
      // Guards against the time for silence, which is 90 s here.
      expect(performance.now() - began).toBeLessThan(WAIT_MS / 2);
      await expect.poll(() => gone).toBe(asked);
      socket.destroy();
    });
  });

  describe("that reads its answer a few bytes at a time", () => {
    const patient = { head: WAIT_MS, request: WAIT_MS, silence: WAIT_MS, answer: WAIT_MS };
    const sockets: Socket[] = [];
    /** More than the system takes off the service's hands. */
    const answerBytes = 20_000_000;
    const open = (): Promise<number> =>
      new Promise((resolve) => server.getConnections((_error, count) => resolve(count)));
    const readSlowly = async (from: string, requests = 1): Promise<Socket> => {
      const socket = connect(port, "127.0.0.1").on("error", () => {});
      sockets.push(socket.pause());
      const before = await open();
      socket.write(`GET / HTTP/1.1\r\nHost: ${from}\r\n\r\n`.repeat(requests));
      await expect.poll(open).toBe(before + 1);
      return socket;
    };
    /** Reads all of the answer that is left, and tells whether it was cut off. */
    const isEnded = (socket: Socket): Promise<boolean> =>
      new Promise((resolve) => {
        let bytes = 0;
        socket.once("close", () => resolve(true));
        socket.on("data", (piece: Buffer) => {
          bytes += piece.length;
          if (bytes >= answerBytes) resolve(false);
        });
        socket.resume();
      });
    beforeEach(() => listen((_request, response) => void response.end(Buffer.alloc(answerBytes)), patient));
    afterEach(() => sockets.splice(0).forEach((socket) => socket.destroy()));

    it("is ended once too much waits for its address, the one that has waited longest first, and nobody else", async () => {
      const other = await readSlowly("other");
      const first = await readSlowly("one");
      // Its place is that of its first unread byte.
      await setTimeout(1_200);
      const later = [await readSlowly("one"), await readSlowly("one"), await readSlowly("one")];
      await expect.poll(open).toBe(4);
      expect(await isEnded(first)).toBe(true);
      expect(await Promise.all([other, ...later].map(isEnded))).toEqual([false, false, false, false]);
    });

    it("is ended once too much waits in total, whatever addresses it is for", async () => {
      const first = await readSlowly("0");
      await setTimeout(1_200);
      const later = [];
      for (const from of ["1", "2", "3", "4", "5"]) later.push(await readSlowly(from));
      await expect.poll(open).toBe(5);
      expect(await isEnded(first)).toBe(true);
      expect(await Promise.all(later.map(isEnded))).toEqual([false, false, false, false, false]);
    });

    it("counts answers that wait behind another on their connection", async () => {
      logged.length = 0;
      await readSlowly("one", 4);
      await expect.poll(open).toBe(0);
      expect(logged).toEqual([{ connections: 1 }]);
    });
  });

  it("that reads nothing of a long answer ends in time", async () => {
    await listen((_request, response) => void response.end(Buffer.alloc(50_000_000)));
    const socket = talk("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
    socket.pause();
    await expect.poll(() => new Promise((resolve) => server.getConnections((_error, count) => resolve(count)))).toBe(1);
    await expect.poll(() => new Promise((resolve) => server.getConnections((_error, count) => resolve(count)))).toBe(0);
    socket.destroy();
  });
});

describe("a report that takes longer than a silent connection may last", () => {
  const answerOf = async (): Promise<string> => (await fetch(`http://127.0.0.1:${port}`)).text();

  it("is answered, whether it begins late or pauses in between", async () => {
    await listen((_request, response) => void setTimeout(1_300).then(() => response.end("late")));
    expect(await answerOf()).toBe("late");
    server.close();
    await listen((_request, response) => {
      response.write("begun ");
      void setTimeout(1_300).then(() => response.end("ended"));
    });
    expect(await answerOf()).toBe("begun ended");
  });

  it("does not keep the connection for ever when it never ends", async () => {
    await listen(() => {});
    const begun = performance.now();
    await expect(answerOf()).rejects.toThrow("fetch failed");
    expect(performance.now() - begun).toBeGreaterThan(1_900);
    await expect.poll(() => new Promise((resolve) => server.getConnections((_error, count) => resolve(count)))).toBe(0);
  });
});

describe("the end of the requests", () => {
  const ask = (agent: Agent): Promise<{ status: number | undefined; text: string; connection: string | undefined }> =>
    new Promise((resolve, reject) => {
      get({ port, agent }, (response) => {
        let text = "";
        response.on("data", (chunk: Buffer) => (text += chunk.toString()));
        response.on("end", () =>
          resolve({ status: response.statusCode, text, connection: response.headers.connection }),
        );
      }).on("error", reject);
    });

  it("answers all that are under way, on connections that are kept too, and those that come in the same moment", async () => {
    await listen((_request, response) => void setTimeout(300).then(() => response.end("answered")));
    const agent = new Agent({ keepAlive: true, maxSockets: 40 });
    await Promise.all(Array.from({ length: 40 }, () => ask(agent)));
    const underWay = Array.from({ length: 40 }, () => ask(agent));
    await setTimeout(50);
    const ended = entrance.close(() => Promise.allSettled(underWay).then(() => {}));
    const late = Array.from({ length: 20 }, () => ask(new Agent()));
    const answers = await Promise.all([...underWay, ...late]);
    expect(answers.filter(({ status, text }) => status !== 200 || text !== "answered")).toEqual([]);
    expect(new Set(answers.map(({ connection }) => connection))).toEqual(new Set(["close"]));
    await ended;
    agent.destroy();
  });

  it("goes on answering while requests come one after the other, and then ends", async () => {
    await listen((_request, response) => void setTimeout(10).then(() => response.end("answered")));
    const ended = entrance.close(() => Promise.resolve());
    const answers: string[] = [];
    for (let count = 0; count < 40; count += 1) answers.push((await ask(new Agent())).text);
    expect(new Set(answers)).toEqual(new Set(["answered"]));
    await ended;
    await expect(ask(new Agent())).rejects.toThrow("ECONNREFUSED");
  });

  it("cuts a stream that has no end, and only after what is worked on", async () => {
    await listen((_request, response) => void response.write("begun"));
    const socket = connect(port, "127.0.0.1");
    socket.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
    await once(socket, "data");
    let isWorked = false;
    const closed = once(socket, "close").then(() => expect(isWorked).toBe(true));
    await entrance.close(async () => {
      await setTimeout(100);
      isWorked = true;
    });
    await closed;
  });
});

it("has one bound as a whole, whatever it waits for, and a second signal ends at once", async () => {
  const program = await bundleProgram(new URL("./faults/endless-end-program.ts", import.meta.url));
  const end = async (signals: number): Promise<{ code: number | null; said: string }> => {
    const child = spawn(process.execPath, [program.path], { stdio: ["ignore", "pipe", "pipe"] });
    await once(child.stdout, "data");
    let said = "";
    child.stderr.on("data", (chunk: Buffer) => (said += chunk.toString()));
    const exited = once(child, "exit");
    for (let count = 0; count < signals; count += 1) {
      child.kill("SIGTERM");
      await setTimeout(100);
    }
    const [code] = (await exited) as [number | null];
    return { code, said };
  };
  expect(await end(1)).toEqual({
    code: 1,
    said: "The end took longer than 1 s and was cut. What was answered is kept.\n",
  });
  expect(await end(2)).toEqual({ code: 130, said: "" });
  await program.remove();
});
