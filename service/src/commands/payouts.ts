import { writeFile } from "node:fs/promises";
import { exportPayouts } from "../domain/payouts/export-payouts.ts";
import { reissuePayout } from "../domain/payouts/reissue-payout.ts";
import { releaseDestination } from "../domain/payouts/release-destination.ts";
import { runPayouts } from "../domain/payouts/run-payouts.ts";
import { PRIVATE_FILE } from "../store/private-files.ts";
import { UsageError, type Given } from "./command.ts";
import { dateOf, operatorCommand, pathOf, valueOf, workspaceOption, type Operator } from "./operator.ts";

/** `payouts run|export|reissue|release`. */
export const payouts = operatorCommand(
  {
    does: "collect, hand over, repeat and release payouts",
    takes: "<run|export|reissue|release> [id]",
    options: {
      cutoff: { value: "date", does: "run: what was payable by then; default now" },
      format: { value: "csv|json", does: "export: default csv" },
      out: { value: "file", does: "export: where to; default standard output" },
      reason: { value: "text", does: "reissue, release: why; kept" },
      ...workspaceOption,
    },
    more:
      "run collects every partner's payable commissions. export hands over what was confirmed (PATCH /api/payouts/{id}) and\n" +
      "may be repeated. reissue <payoutId> pays a completed payout again whose money came back. release <partnerId> lets a\n" +
      "partner be paid to a destination that another partner uses too.",
  },
  async (operator, given) => {
    const [action] = given.args;
    switch (action) {
      case "run": {
        const ids = await runPayouts(await operator.inWorkspace(), dateOf(given, "cutoff"));
        return [`${ids.length} payouts were made or added to.`, ...ids].join("\n");
      }
      case "export":
        return handOver(operator, given);
      case "reissue":
        return `${(await reissuePayout(await operator.inWorkspace(), idOf(given), reasonOf(given))).id} pays ${idOf(given)} again.`;
      case "release":
        await releaseDestination(await operator.inWorkspace(), { partnerId: idOf(given) }, reasonOf(given));
        return `The destination of ${idOf(given)} is released.`;
      default:
        throw new UsageError(`payouts takes run, export, reissue or release, not ${action}.`);
    }
  },
);

async function handOver({ inWorkspace }: Operator, given: Given): Promise<string> {
  const format = valueOf(given, "format") ?? "csv";
  if (format !== "csv" && format !== "json") throw new UsageError("--format must be csv or json.");
  const text = await exportPayouts(await inWorkspace(), format);
  const out = valueOf(given, "out");
  if (out === undefined) return text.trimEnd();
  await writeFile(pathOf(given, out), text, { mode: PRIVATE_FILE });
  return `${out} is written.`;
}

function idOf({ args }: Given): string {
  const [, id] = args;
  if (id === undefined) throw new UsageError("Which one? Give its id.");
  return id;
}

function reasonOf(given: Given): string {
  const reason = valueOf(given, "reason");
  if (reason) return reason;
  throw new UsageError("Say why with --reason: it is kept.");
}
