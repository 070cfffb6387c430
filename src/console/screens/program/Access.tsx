import { useState, type ReactElement } from "react";
import type { Integration, Webhook } from "../../../contract/records.ts";
import { Badge } from "../../../dashboard/ui/Badge.tsx";
import { Button } from "../../../dashboard/ui/Button.tsx";
import { Card } from "../../../dashboard/ui/Card.tsx";
import { CopyButton } from "../../../dashboard/ui/CopyButton.tsx";
import { Dialog } from "../../../dashboard/ui/Dialog.tsx";
import { Strip } from "../../../dashboard/ui/Strip.tsx";
import { useToast } from "../../../dashboard/ui/toast-context.ts";
import { write } from "../../call.ts";
import { useConsole } from "../../context.ts";
import { useAct, useRead, useReadAll } from "../../data.ts";
import { Ask } from "../../parts/Ask.tsx";
import { LinkDialog } from "../../parts/LinkDialog.tsx";
import { Read } from "../../parts/Page.tsx";
import { count, plain } from "../../parts/words.ts";
import { TestClick } from "./TestClick.tsx";

/** What is connected: payment providers, webhooks, keys and the script of the site. */
export function Access(): ReactElement {
  const { isOwner } = useConsole();
  return (
    <>
      <TestClick />
      <Integrations />
      <Webhooks />
      {isOwner && <Keys />}
    </>
  );
}

function Integrations(): ReactElement {
  const list = useRead("integrations.list", {}, { live: true });
  return (
    <Card title="Payment providers" flush>
      <Read of={list} empty="None is connected. Sales then come from your server.">
        {(rows) => (
          <ul className="con-list">
            {rows.map((row) => (
              <IntegrationRow key={row.id} row={row} />
            ))}
          </ul>
        )}
      </Read>
    </Card>
  );
}

function IntegrationRow({ row }: { row: Integration }): ReactElement {
  const { format } = useConsole();
  const [isOpen, setOpen] = useState(false);
  const deliveries = useRead(
    "integrations.deliveries",
    { params: { id: row.id }, query: { pageSize: 10 } },
    { enabled: isOpen },
  );
  return (
    <li>
      <div className="con-item">
        <span>
          {row.name}{" "}
          <span className="rf-muted rf-small">
            {row.lastEventAt ? `last event ${format.dateTime(row.lastEventAt)}` : "no event has arrived yet"}
          </span>
        </span>
        <Button mini aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          Last events
        </Button>
      </div>
      {isOpen && (
        <Read of={deliveries} empty="No event has arrived yet.">
          {(events) => (
            <ul className="con-list">
              {events.map(({ id, type, status, outcome, receivedAt }) => (
                <li key={id} className="con-item rf-small">
                  <span>
                    {type} <span className="rf-muted">{outcome}</span>
                  </span>
                  <span className="rf-row">
                    <Badge tone={status === "failed" ? "danger" : "neutral"}>{plain(status)}</Badge>
                    {format.dateTime(receivedAt)}
                  </span>
                </li>
              ))}
            </ul>
          )}
        </Read>
      )}
    </li>
  );
}

function Webhooks(): ReactElement {
  const list = useRead("webhooks.list", {}, { live: true });
  return (
    <Card title="Webhooks" flush>
      <Read of={list} empty="None. Your server is told of nothing.">
        {(rows) => (
          <ul className="con-list">
            {rows.map((row) => (
              <WebhookRow key={row.id} row={row} />
            ))}
          </ul>
        )}
      </Read>
    </Card>
  );
}

function WebhookRow({ row: { id, name, url, disabledAt, consecutiveFailures } }: { row: Webhook }): ReactElement {
  const { isOwner } = useConsole();
  const toast = useToast();
  const act = useAct();
  const [isOpen, setOpen] = useState(false);
  const isFailing = consecutiveFailures > 0;
  const sample = (): void =>
    void act.run(async () => {
      await write("webhooks.test", { params: { id } });
      setOpen(true);
      toast("A sample event is on its way");
    });
  return (
    <li>
      <div className="con-item">
        <span className="rf-break">
          {name} <span className="rf-muted rf-small">{url}</span>
        </span>
        <span className="rf-row">
          <Badge tone={disabledAt ? "danger" : isFailing ? "warning" : "success"}>
            {disabledAt ? "Off" : isFailing ? "Failing" : "Works"}
          </Badge>
          {isOwner && disabledAt && (
            <Button
              mini
              aria-disabled={act.isBusy}
              onClick={() => void act.run(() => write("webhooks.enable", { params: { id } }))}
            >
              Switch on
            </Button>
          )}
          {isOwner && !disabledAt && (
            <Button mini aria-disabled={act.isBusy} onClick={sample}>
              Send a sample
            </Button>
          )}
          <Button mini aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            Last deliveries
          </Button>
        </span>
      </div>
      {act.problem && <Strip>{act.problem}</Strip>}
      {isOpen && <Deliveries webhookId={id} />}
    </li>
  );
}

/** What was sent to a webhook last, and why it failed. */
function Deliveries({ webhookId: id }: { webhookId: string }): ReactElement {
  const { format, isOwner } = useConsole();
  const act = useAct();
  const list = useRead("webhooks.deliveries", { params: { id }, query: { pageSize: 10 } }, { live: true });
  return (
    <>
      {act.problem && <Strip>{act.problem}</Strip>}
      <Read of={list} empty="Nothing was sent yet.">
        {(rows) => (
          <ul className="con-list">
            {rows.map(({ id: deliveryId, event, status, error, attempt, createdAt, nextAttemptAt }) => (
              <li key={deliveryId} className="con-item rf-small">
                <span className="rf-break">
                  {event}{" "}
                  <span className="rf-muted">
                    {[
                      error,
                      attempt > 1 && `tried ${count(attempt, "time")}`,
                      nextAttemptAt && `again ${format.dateTime(nextAttemptAt)}`,
                    ]
                      .filter(Boolean)
                      .join(" · ")}
                  </span>
                </span>
                <span className="rf-row">
                  <Badge tone={status === "failed" ? "danger" : "neutral"}>{plain(status)}</Badge>
                  {format.dateTime(createdAt)}
                  {isOwner && status === "failed" && (
                    <Button
                      mini
                      aria-disabled={act.isBusy}
                      onClick={() => void act.run(() => write("webhooks.replay", { params: { id, deliveryId } }))}
                    >
                      Send again
                    </Button>
                  )}
                </span>
              </li>
            ))}
          </ul>
        )}
      </Read>
    </>
  );
}

type Open = { make: true } | { made: string } | { revoke: string; name: string };

function Keys(): ReactElement {
  const { format, given } = useConsole();
  const keys = useReadAll("apiKeys.list");
  const [open, setOpen] = useState<Open>();
  const publishable = keys.data?.find(({ kind, revokedAt }) => kind === "publishable" && revokedAt === null)?.key;
  const snippet = `<script defer src="${given.appUrl}/assets/analytics.js" data-publishable-key="${publishable ?? "ref_pub_…"}"></script>`;
  const close = (): void => setOpen(undefined);
  return (
    <>
      <Card title="Script of your site" actions={<CopyButton text={snippet} label="Copy" />}>
        <code className="rf-break rf-small">{snippet}</code>
      </Card>
      <Card
        title="API keys"
        flush
        actions={
          <Button mini icon="plus" onClick={() => setOpen({ make: true })}>
            New key
          </Button>
        }
      >
        <Read of={keys} empty="None.">
          {(rows) => (
            <ul className="con-list">
              {rows.map(({ id, name, kind, revokedAt, createdAt }) => (
                <li key={id} className="con-item">
                  <span>
                    {name} <span className="rf-muted rf-small">{`${kind}, since ${format.date(createdAt)}`}</span>
                  </span>
                  {revokedAt === null ? (
                    <Button mini variant="danger" onClick={() => setOpen({ revoke: id, name })}>
                      Revoke
                    </Button>
                  ) : (
                    <Badge>Revoked</Badge>
                  )}
                </li>
              ))}
            </ul>
          )}
        </Read>
        {open && "make" in open && (
          <Ask
            title="New API key"
            button="Make"
            opensNext
            questions={[{ name: "name", label: "What is it for?", required: true }]}
            onAnswer={async ({ name = "" }) => {
              const { key } = await write("apiKeys.create", { body: { name, kind: "secret" } });
              setOpen({ made: key ?? "" });
            }}
            onClose={close}
          >
            <p className="rf-muted">A secret key can do everything your role can. It is shown once.</p>
          </Ask>
        )}
        {open && "made" in open && open.made && (
          <LinkDialog
            title="Your new key"
            label="Key"
            url={open.made}
            note="It is not shown again. Revoke it here once it is needed no more."
            onClose={close}
          >
            Keep it on your server: it can do everything your role can.
          </LinkDialog>
        )}
        {open && "made" in open && !open.made && (
          <Dialog title="The key was made before" onClose={close}>
            <p>
              The answer with its secret was lost on the way. A secret is answered once: revoke the key below, and make
              another.
            </p>
          </Dialog>
        )}
        {open && "revoke" in open && (
          <Ask
            title={`Revoke ${open.name}`}
            button="Revoke"
            danger
            onAnswer={() => write("apiKeys.delete", { params: { id: open.revoke } })}
            onClose={close}
          >
            <p>It stops working at once, wherever it is in use.</p>
          </Ask>
        )}
      </Card>
    </>
  );
}
