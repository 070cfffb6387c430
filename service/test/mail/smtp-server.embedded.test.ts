import { createTransport } from "nodemailer";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { startSmtpServer, type SmtpTestServer } from "./smtp-server.ts";

let smtp: SmtpTestServer;
beforeAll(async () => void (smtp = await startSmtpServer()));
afterEach(() => smtp.clear());
afterAll(() => smtp.close());

const send = (to: string, subject = "Grüße") =>
  createTransport(smtp.url).sendMail({ from: "a@acme.test", to, subject, text: "Schön", html: "<p>Schön</p>" });

it("keeps what came as a mail client reads it", async () => {
  await send("eva@mail.test");
  const mail = await smtp.waitFor("eva@mail.test", { subject: /^Grüße$/ });
  expect(mail).toMatchObject({ to: ["eva@mail.test"], text: expect.stringMatching(/^Schön\s*$/) });
  expect(mail.html.trim()).toBe("<p>Schön</p>");
  expect(mail.headers["message-id"]).toMatch(/^<.+@.+>$/);
  expect(smtp.mailsTo("other@mail.test")).toEqual([]);
});

it("tells what came instead of the mail that is waited for", async () => {
  await send("eva@mail.test", "Welcome");
  const waiting = smtp.waitFor("bob@mail.test", { timeoutMs: 30 });
  await expect(waiting).rejects.toThrow(
    "No mail /^/ (1) came to bob@mail.test within 30 ms, but eva@mail.test: Welcome.",
  );
});

it("refuses, puts off and disconnects as it is told, and accepts again afterwards", async () => {
  smtp.answers = ["refuse", "later", "disconnect", "keep and disconnect"];
  await expect(send("a@mail.test")).rejects.toThrow("550 5.1.1");
  await expect(send("b@mail.test")).rejects.toThrow("451 4.3.0");
  await expect(send("c@mail.test")).rejects.toThrow(/closed|ECONNRESET|EPIPE/);
  await expect(send("d@mail.test")).rejects.toThrow(/closed|ECONNRESET/);
  await send("e@mail.test");
  expect(smtp.mails.map(({ to }) => to.join())).toEqual(["d@mail.test", "e@mail.test"]);
});
