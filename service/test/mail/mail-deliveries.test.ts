import { afterAll, beforeAll, expect, it } from "vitest";
import { mail } from "../../src/commands/mail.ts";
import { runCommand } from "../commands/run-command.ts";
import { createTestService, type TestService } from "../harness.ts";

let service: TestService;
beforeAll(async () => void (service = await createTestService()));
afterAll(() => service.close());

const deliveries = async (...args: string[]): Promise<string[]> =>
  (await runCommand(service.deps, mail, "deliveries", ...args)).text.split("\n");

it("lists what became of the workspace's newest 50 mails, or of those to one partner, newest first", async () => {
  expect(await deliveries()).toEqual(["No mails of the last 90 days."]);
  const other = await service.createWorkspace({ program: { name: "Other", url: "https://other.test" } });
  const { id: partnerId } = await service.createPartner();
  const row = (at: number, workspaceId: string) => ({
    id: `mail_${String(at).padStart(3, "0")}`,
    key: `test:${workspaceId}:${at}`,
    workspace_id: workspaceId,
    created_at: new Date(service.clock.now() + at),
  });
  const sent = Array.from({ length: 60 }, (_, at) => ({
    ...row(at, service.workspaceId),
    kind: "approved" as const,
    status: "sent" as const,
    attempt: 1,
  }));
  const refused = {
    ...row(60, service.workspaceId),
    kind: "firstSale" as const,
    partner_id: partnerId,
    status: "failed" as const,
    attempt: 3,
    error: "550 no such mailbox",
  };
  const elsewhere = { ...row(61, other.workspaceId), kind: "invited" as const };
  await service.store.db
    .insertInto("mails")
    .values([...sent, refused, elsewhere])
    .execute();
  const lines = await deliveries("--workspace", "acme-1");
  expect(lines).toHaveLength(50);
  expect(lines[0]).toMatch(new RegExp(`^\\S+Z  failed   firstSale  ${partnerId}  3 attempts  550 no such mailbox$`));
  expect(lines[1]).toMatch(/^\S+Z {2}sent {5}approved {2}-$/);
  expect(await deliveries(partnerId, "--workspace", "acme-1")).toEqual([lines[0]]);
});
